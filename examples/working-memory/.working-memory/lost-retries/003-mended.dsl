CURRENT_PROGRESS:
  Completed:
    - Reproduce the lost retry with two workers
    - Write a failing test
    - Mend the queue
  In Progress:
    - Wait for the review

KEY_LEARNINGS: (none)
