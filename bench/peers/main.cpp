// The main program if Python has no peers. Otherwise python_peers.py calls `run`.
#include "peers.h"

int main(int argc, char** argv) { return peers::run(argc, argv); }
