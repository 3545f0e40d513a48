// Sets the options of AddressSanitizer for a program that loads sanitized kernels.

// A kernel with OpenMP loads a library with thread-local data. The leak checker of GCC 12 reads such data from wrong
// addresses unless interception of TLS is off.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }
