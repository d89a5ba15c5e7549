CURRENT_PROGRESS:
  In Progress:
    - Reproduce the lost retry with two workers
  Remaining:
    - Write a failing test
    - Mend the queue

KEY_LEARNINGS:
  ADD:
    - because a job was seen twice in the trace: the queue hands a job out again when its lease runs out
    - because https://www.postgresql.org/docs/current/sql-select.html says so: SKIP LOCKED never waits for a row
  ARCHIVE:
    (none)

VERBATIM_CONTEXT:
  ADD:
    - because the test has to use the same values: config/queue.yaml =>
      queue:
        lease: 30s
        retries: 5   # - tried 3 first: jobs were lost

        backoff: [1s, 5s, 25s]
    - because the trace names it: worker.ts, line 88 => await job.renew()
