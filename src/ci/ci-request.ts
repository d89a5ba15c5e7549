import type { FailOn } from '../core/report.ts'
import type { Environment } from './read-event.ts'

/** One run of `memkeep ci`. */
export type CiOptions = {
  readonly cwd: string
  /** The event is read from it. */
  readonly env: Environment
  readonly failOn: FailOn
  /** A revision to compare with, whatever the event says. */
  readonly base?: string | undefined
  readonly config?: string | undefined
  readonly cache: boolean
  /** Threads that read documents at a time. */
  readonly jobs?: number | undefined
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
  /** A directory of files that shards of the check wrote. */
  readonly shards?: string | undefined
}
