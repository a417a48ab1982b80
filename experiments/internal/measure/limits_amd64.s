//go:build !purego

#include "textflag.h"

// func readAhead(base *byte, stride, count uint64, hs *uint64, n, ahead int) uint64
//
// It is, with ahead <= n:
//
//	for i := range n {
//		if i+ahead < n {
//			prefetch(base + high(hs[i+ahead]*count)*stride)
//		}
//		sum += *(base + high(hs[i]*count)*stride)
//	}
TEXT ·readAhead(SB), NOSPLIT, $0-56
	MOVQ base+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ count+16(FP), R9
	MOVQ hs+24(FP), SI
	MOVQ n+32(FP), CX
	MOVQ ahead+40(FP), R10
	XORQ R11, R11             // sum
	LEAQ (SI)(CX*8), R12      // end of hs
	LEAQ (SI)(R10*8), R13     // the hash whose block is asked for

asking:
	CMPQ R13, R12
	JAE  reading
	MOVQ (R13), AX
	MULQ R9
	IMULQ R8, DX
	PREFETCHT0 (DI)(DX*1)
	MOVQ (SI), AX
	MULQ R9
	IMULQ R8, DX
	ADDQ (DI)(DX*1), R11
	ADDQ $8, R13
	ADDQ $8, SI
	JMP  asking

reading:
	CMPQ SI, R12
	JAE  done
	MOVQ (SI), AX
	MULQ R9
	IMULQ R8, DX
	ADDQ (DI)(DX*1), R11
	ADDQ $8, SI
	JMP  reading

done:
	MOVQ R11, ret+48(FP)
	RET
