// What the translated rules stand on, for nvcc and for plain C++ compilers.
#include <stddef.h>
#ifdef __CUDACC__
#define FUNCTION static __device__ __noinline__
#define INLINED static __device__ __forceinline__
#define MEMBER __device__
#define CONSTANT static __device__ const
#else
#define FUNCTION static
#define INLINED static inline
#define MEMBER
#define CONSTANT static const
#endif

typedef long long i64;
typedef unsigned long long u64;
typedef double f64;

struct Set {
    i64 low, high;
    MEMBER i64 operator[](i64 word) const { return word ? high : low; }
};

template <class T> struct Span {
    T* first;
    i64 count;
};

template <class T, int N> struct Several {
    T values[N];
    MEMBER const T& operator[](i64 place) const { return values[place]; }
};

CONSTANT i64 NO_CARDS[2] = {0, 0};

template <class T> INLINED T min_of(T a, T b) { return b < a ? b : a; }
template <class T> INLINED T max_of(T a, T b) { return a < b ? b : a; }
template <class T> INLINED T abs_of(T a) { return a < 0 ? -a : a; }

#ifdef __CUDACC__
INLINED i64 ones(i64 word) { return __popcll(word); }
INLINED i64 lowest_one(i64 word) { return __ffsll(word) - 1; }
INLINED i64 highest_one(i64 word) { return 63 - __clzll(word); }
#else
INLINED i64 ones(i64 word) { return __builtin_popcountll(word); }
INLINED i64 lowest_one(i64 word) { return __builtin_ctzll(word); }
INLINED i64 highest_one(i64 word) { return 63 - __builtin_clzll(word); }
#endif
