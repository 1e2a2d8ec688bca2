/* For checks by a wine that lacks this library (before 9.0), and for nothing else: what Rust's standard library asks of it. It is in no package. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return RtlGenRandom(bytes, (ULONG)count); }
