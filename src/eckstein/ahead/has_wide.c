/* Whether this processor, and the system it runs, can do all of x86-64-v3. */
#include <cpuid.h>

#define LEAF_1 (bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C)
#define LEAF_7 (bit_BMI | bit_AVX2 | bit_BMI2)
#define LZCNT (1u << 5)
#define WIDE_REGISTERS 6u

int has_wide(void)
{
    unsigned a, b, c, d, kept, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & LEAF_1) != LEAF_1)
        return 0;
    __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    if ((kept & WIDE_REGISTERS) != WIDE_REGISTERS)
        return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & LEAF_7) != LEAF_7)
        return 0;
    return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & LZCNT) != 0;
}

#ifdef _WIN32
/* Windows calls this when it loads a library; there is nothing to set up. */
int DllMainCRTStartup(void *library, unsigned reason, void *reserved)
{
    (void)library, (void)reason, (void)reserved;
    return 1;
}
#endif
