CURRENT_PROGRESS:
	Completed:
		- Reproduce the lost retry with two workers
		- Write a failing test
	In Progress:
		- Mend the queue

KEY_LEARNINGS:
	ADD:
		- because the failing test needs it: the clock of the tests stands still unless it is moved
	ARCHIVE:
		- KL-1 because the trace had two jobs with one name

VERBATIM_CONTEXT:
	ARCHIVE:
		- VC-2 because line 88 was rewritten
