//go:build !purego

#include "textflag.h"

// func ask(start unsafe.Pointer, size uint64, at []uint64)
TEXT ·ask(SB), NOSPLIT, $0-40
	MOVQ start+0(FP), BX
	MOVQ size+8(FP), R8
	MOVQ at_base+16(FP), SI
	MOVQ at_len+24(FP), CX
	LEAQ (SI)(CX*8), DI
next:
	CMPQ SI, DI
	JEQ done
	MOVQ (SI), AX
	ADDQ $8, SI
	IMULQ R8, AX
	PREFETCHT0 (BX)(AX*1)
	JMP next
done:
	RET
