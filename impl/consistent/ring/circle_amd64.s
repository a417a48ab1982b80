//go:build !purego

#include "textflag.h"

// AHEAD is how many hashes before its turn the points of a hash are asked for.
#define AHEAD 32

// DI holds what is written, SI the hashes, BX how many are done, R8 the heads, R9 the index, CX its shift, and R10 the
// bits of the low half.

// START sets R12 to the start of the bucket of hash BX, which lies so many bytes past SI.
#define START(offset) \
	MOVQ offset(SI)(BX*8), R12 \
	SHRXQ CX, R12, R12 \
	MOVL (R9)(R12*4), R12

// LOCATE writes the node of the first head above hash BX, or goes to done where the high half does not decide it.
// R13 is the most, and R11 the least, that a head with the high half of the hash can be. Each comparison sets the
// carry where a head lies below that.
#define LOCATE \
	START(0) \
	MOVQ (SI)(BX*8), R13 \
	ORQ R10, R13 \
	MOVQ R13, R11 \
	SUBQ R10, R11 \
	LEAQ (R8)(R12*8), R12 \
	XORL AX, AX \
	CMPQ (R12), R11 \
	ADCQ $0, AX \
	CMPQ 8(R12), R11 \
	ADCQ $0, AX \
	CMPQ 16(R12), R11 \
	ADCQ $0, AX \
	MOVQ (R12)(AX*8), AX \
	CMPQ AX, R13 \
	JLS done \
	MOVL AX, (DI)(BX*4) \
	INCQ BX

// func nearBMI2(dst []int32, hs, heads []uint64, starts []uint32, shift uint) int
TEXT ·nearBMI2(SB), NOSPLIT, $0-112
	MOVQ dst_base+0(FP), DI
	MOVQ hs_base+24(FP), SI
	MOVQ hs_len+32(FP), DX
	MOVQ heads_base+48(FP), R8
	MOVQ starts_base+72(FP), R9
	MOVQ shift+96(FP), CX
	MOVL $0xffffffff, R10
	XORL BX, BX
	LEAQ -AHEAD(DX), R14 // from here on no hash lies ahead
	JMP aheadCheck

ahead:
	START(8*AHEAD)
	PREFETCHT0 8(R8)(R12*8)
	LOCATE

aheadCheck:
	CMPQ BX, R14
	JLT ahead
	JMP check

last:
	LOCATE

check:
	CMPQ BX, DX
	JLT last

done:
	MOVQ BX, ret+104(FP)
	RET
