//go:build !purego

#include "textflag.h"

// func askThreeWise(cells unsafe.Pointer, size, starts, segment uint64, words []uint64)
TEXT ·askThreeWise(SB), NOSPLIT, $0-56
	MOVQ cells+0(FP), BX
	MOVQ size+8(FP), R15
	MOVQ starts+16(FP), R8
	MOVQ segment+24(FP), R9
	MOVQ words_base+32(FP), SI
	MOVQ words_len+40(FP), CX
	LEAQ -1(R9), R10 // the mask of a segment
	LEAQ (SI)(CX*8), DI
word:
	CMPQ SI, DI
	JEQ done
	MOVQ (SI), AX
	ADDQ $8, SI
	MOVQ AX, R11
	MOVQ AX, R12
	MULQ R8 // DX = a
	SHRQ $26, R11
	ANDQ R10, R11
	SHRQ $8, R12
	ANDQ R10, R12
	LEAQ (DX)(R9*1), R13
	XORQ R13, R11 // b
	ADDQ R9, R13
	XORQ R13, R12 // c
	IMULQ R15, DX
	IMULQ R15, R11
	IMULQ R15, R12
	PREFETCHT0 (BX)(DX*1)
	PREFETCHT0 (BX)(R11*1)
	PREFETCHT0 (BX)(R12*1)
	JMP word
done:
	RET
