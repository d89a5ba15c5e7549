import type { CheckResult } from '../engine/check-request.ts'

/** One call of a git hook, as its shim passes it on. */
export type HookRequest = {
  readonly cwd: string
  /** What git gave to the hook. */
  readonly args: readonly string[]
  /** What git pipes into the hook; read only by the hooks that have such input. */
  readonly stdin: () => Promise<string>
  readonly config?: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
}

/** What a hook came to. */
export type HookResult = {
  /** Git is to stop. */
  readonly refused: boolean
  /** For the reporters; null when nothing was checked. */
  readonly check: CheckResult | null
  /** One line each, for people. */
  readonly notes: readonly string[]
}
