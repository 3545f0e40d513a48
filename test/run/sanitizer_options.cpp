// Options of AddressSanitizer for a program that loads kernels compiled under it.

// A kernel with OpenMP brings a library with thread-local data into the process. The leak checker of GCC 12 reads such
// data from wrong addresses, unless it leaves it alone.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }
