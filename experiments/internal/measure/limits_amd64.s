//go:build !purego

#include "textflag.h"

// READ adds the word of the block of the hash at SI to R11.
#define READ \
	MOVQ (SI), AX \
	MULQ R9 \
	IMULQ R8, DX \
	ADDQ (DI)(DX*1), R11 \
	ADDQ $8, SI

// ASK finds the block of the hash at R13, for a prefetch of DI + DX.
#define ASK \
	MOVQ (R13), AX \
	MULQ R9 \
	IMULQ R8, DX \
	ADDQ $8, R13

// func readAhead(base *byte, stride, count uint64, hs *uint64, n, ahead int, second bool) uint64
//
// It is, with ahead <= n:
//
//	for i := range n {
//		if i+ahead < n {
//			prefetch(base + high(hs[i+ahead]*count)*stride)
//		}
//		sum += *(base + high(hs[i]*count)*stride)
//	}
TEXT ·readAhead(SB), NOSPLIT, $0-64
	MOVQ base+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ count+16(FP), R9
	MOVQ hs+24(FP), SI
	MOVQ n+32(FP), CX
	MOVQ ahead+40(FP), R10
	XORQ R11, R11             // sum
	LEAQ (SI)(CX*8), R12      // end of hs
	LEAQ (SI)(R10*8), R13     // the hash whose block is asked for
	CMPB second+48(FP), $0
	JNE  second

first:
	CMPQ R13, R12
	JAE  reading
	ASK
	PREFETCHT0 (DI)(DX*1)
	READ
	JMP  first

second:
	CMPQ R13, R12
	JAE  reading
	ASK
	PREFETCHT1 (DI)(DX*1)
	READ
	JMP  second

reading:
	CMPQ SI, R12
	JAE  done
	READ
	JMP  reading

done:
	MOVQ R11, ret+56(FP)
	RET
