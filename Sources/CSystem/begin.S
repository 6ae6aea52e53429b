/* Where the program begins, before the C library: the linker is told so (`Package.swift`). */

	.section .text.csystem_begin, "ax", %progbits
	.globl csystem_begin
	.hidden csystem_begin
	.type csystem_begin, %function
csystem_begin:
#if defined(__x86_64__)
	/* madvise(from, size, MADV_HUGEPAGE), then the first read, for the constants and for what runs at each
	 * start: they come into the system's cache in pieces of 2 MB and are mapped so, where the file system
	 * can do that. It has to be asked before any of it is read, and so from elsewhere. All registers but
	 * these four come back as they were, and the C library wants nothing but rdx and the stack. An older
	 * system says no. */
	push %rdx
	lea csystem_fixed_from(%rip), %rdi
	mov $0x200000, %esi
	mov $14, %edx
	mov $28, %eax
	syscall
	cmpb $0, csystem_fixed_from(%rip)
	lea csystem_large_from(%rip), %rdi
	mov $0x400000, %esi
	mov $28, %eax
	syscall
	cmpb $0, csystem_large_from(%rip)
	pop %rdx
	jmp _start
#elif defined(__aarch64__)
	b _start
#endif
	.size csystem_begin, . - csystem_begin

	/* The linker's list begins with these, and what runs at each start, or is read then, follows. Aligned
	 * as large pages are. */
	.section .text.csystem_large_from, "ax", %progbits
	.p2align 21
	.globl csystem_large_from
	.hidden csystem_large_from
	.type csystem_large_from, %function
csystem_large_from:
	ret
	.size csystem_large_from, . - csystem_large_from

	.section .rodata.csystem_fixed_from, "a", %progbits
	.p2align 21
	.globl csystem_fixed_from
	.hidden csystem_fixed_from
	.type csystem_fixed_from, %object
csystem_fixed_from:
	.byte 0
	.size csystem_fixed_from, . - csystem_fixed_from

	.section .note.GNU-stack, "", %progbits
