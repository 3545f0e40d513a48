// The program where there is no Python with peers of its own; else python_peers.py calls `run`.
#include "peers.h"

int main(int argc, char** argv) { return peers::run(argc, argv); }
