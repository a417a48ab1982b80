//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// How far the six bits of the hash lie that pick the bit of each word.
DATA shifts<>+0(SB)/8, $58
DATA shifts<>+8(SB)/8, $52
DATA shifts<>+16(SB)/8, $46
DATA shifts<>+24(SB)/8, $40
DATA shifts<>+32(SB)/8, $34
DATA shifts<>+40(SB)/8, $28
DATA shifts<>+48(SB)/8, $22
DATA shifts<>+56(SB)/8, $16
GLOBL shifts<>(SB), RODATA|NOPTR, $64

// AHEAD is how many keys before its turn a block is asked for.
#define AHEAD 128

// Everywhere BX holds the words, R8 the number of blocks, R10 the multiplier, Z14 the shifts and Z15 ones. SI is the next
// hash, CX how many are left, and DI what the loop writes.

#define CONSTANTS \
	VMOVDQU64 shifts<>(SB), Z14 \
	MOVQ $1, AX \
	VPBROADCASTQ AX, Z15 \
	MOVQ $0xf1357aea2e62a9c5, R10

// BLOCK sets DX to the remixed hash i from SI, and R9 to the offset in bytes of its block.
#define BLOCK(i) \
	MOVQ (8*(i))(SI), DX \
	IMULQ R10, DX \
	MULXQ R8, AX, R9 \
	SHLQ $6, R9

// FETCH1 and FETCH2 ask for the block of hash i, in the first-level cache and in the second.
#define FETCH1(i) \
	BLOCK(i) \
	PREFETCHT0 (BX)(R9*1)

#define FETCH2(i) \
	BLOCK(i) \
	PREFETCHT1 (BX)(R9*1)

// MASK sets Z0 to the bits of the hash whose block was found, one in each word. Rotations count modulo 64.
#define MASK \
	IMULQ R10, DX \
	VPBROADCASTQ DX, Z0 \
	VPSRLVQ Z14, Z0, Z0 \
	VPROLVQ Z0, Z15, Z0

// TEST sets the carry where the block of hash i has all its bits.
#define TEST(i) \
	BLOCK(i) \
	MASK \
	VPTESTMQ (BX)(R9*1), Z0, K1 \
	KORTESTB K1, K1

// COUNT adds 1 to DI where hash i is present.
#define COUNT(i) \
	TEST(i) \
	ADCQ $0, DI

// MARK writes whether hash i is present to byte i from DI.
#define MARK(i) \
	TEST(i) \
	SETCS (i)(DI)

// SET sets the bits of hash i.
#define SET(i) \
	BLOCK(i) \
	MASK \
	VPORQ (BX)(R9*1), Z0, Z0 \
	VMOVDQU64 Z0, (BX)(R9*1)

// ASKING does OP for all but the last few of more than AHEAD+1 hashes, and asks by FETCH for each block ahead of its
// turn. first and ahead are labels of its own.
#define ASKING(OP, step, FETCH, first, ahead) \
	MOVQ SI, R11 \
	LEAQ (8*AHEAD)(SI), R12 \
first: \
	FETCH(0) \
	ADDQ $8, SI \
	CMPQ SI, R12 \
	JNE first \
	MOVQ R11, SI \
ahead: \
	FETCH(AHEAD) \
	OP(0) \
	FETCH(AHEAD+1) \
	OP(1) \
	ADDQ $16, SI \
	ADDQ $(2*step), DI \
	SUBQ $2, CX \
	CMPQ CX, $(AHEAD+2) \
	JGE ahead

// LOOP does OP for every hash and moves DI by step bytes a hash. Where the filter is not near and the hashes are many,
// blocks are asked for ahead.
#define LOOP(OP, step, away) \
	CONSTANTS \
	CMPQ CX, $(AHEAD+2) \
	JLT two \
	CMPB away, $const_far \
	JLT two \
	JEQ far \
	ASKING(OP, step, FETCH2, first2, ahead2) \
	JMP two \
far: \
	ASKING(OP, step, FETCH1, first1, ahead1) \
two: \
	CMPQ CX, $2 \
	JLT single \
	OP(0) \
	OP(1) \
	ADDQ $16, SI \
	ADDQ $(2*step), DI \
	SUBQ $2, CX \
	JMP two \
single: \
	TESTQ CX, CX \
	JEQ done \
	OP(0) \
done: \
	VZEROUPPER

// func countAVX512(words []uint64, blocks uint64, hs []uint64, away distance) int
TEXT ·countAVX512(SB), NOSPLIT, $0-72
	MOVQ words_base+0(FP), BX
	MOVQ blocks+24(FP), R8
	MOVQ hs_base+32(FP), SI
	MOVQ hs_len+40(FP), CX
	XORL DI, DI
	LOOP(COUNT, 0, away+56(FP))
	MOVQ DI, ret+64(FP)
	RET

// func containsAllAVX512(dst []bool, words []uint64, blocks uint64, hs []uint64, away distance)
TEXT ·containsAllAVX512(SB), NOSPLIT, $0-81
	MOVQ dst_base+0(FP), DI
	MOVQ words_base+24(FP), BX
	MOVQ blocks+48(FP), R8
	MOVQ hs_base+56(FP), SI
	MOVQ hs_len+64(FP), CX
	LOOP(MARK, 1, away+80(FP))
	RET

// func addAllAVX512(words []uint64, blocks uint64, hs []uint64, away distance)
TEXT ·addAllAVX512(SB), NOSPLIT, $0-57
	MOVQ words_base+0(FP), BX
	MOVQ blocks+24(FP), R8
	MOVQ hs_base+32(FP), SI
	MOVQ hs_len+40(FP), CX
	XORL DI, DI
	LOOP(SET, 0, away+56(FP))
	RET
