/* For try.sh only: the one function of bcryptprimitives.dll that Rust calls. Windows has it, Wine before 8.6 has not. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  return RtlGenRandom(data, (ULONG)size);
}
