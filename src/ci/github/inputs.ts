import { UserError } from '../../core/errors.ts'
import type { FailOn } from '../../core/report.ts'

/** The variables of a process. */
export type Environment = { readonly [name: string]: string | undefined }

/** What a step of a workflow asks of the action; what it leaves empty is undefined. */
export type ActionInputs = {
  readonly command: 'check' | 'review'
  /** The directory of the checkout; empty for the workspace itself. */
  readonly workingDirectory: string
  readonly config: string | undefined
  readonly base: string | undefined
  readonly failOn: FailOn
  readonly strict: boolean
  readonly sarifFile: string | undefined
  readonly comment: boolean
  /** Tells the comment and the issue of this memory from those of others; it is written into a comment of HTML. */
  readonly name: string
  /** `I/N`: only that part is checked, and written to `output`. */
  readonly shard: string | undefined
  readonly output: string | undefined
  /** A directory of shard files. */
  readonly shards: string | undefined
  /** Empty: GitHub is asked nothing. */
  readonly token: string
}

/** Reads the inputs as the runner hands them over, in `INPUT_…`. Throws `UserError` for a value that none of them takes. */
export function readInputs(env: Environment): ActionInputs {
  const text = (name: string): string | undefined => env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined
  const inputs: ActionInputs = {
    command: oneOf('command', text('command') ?? 'check', ['check', 'review']),
    workingDirectory: text('working-directory') ?? '',
    config: text('config'),
    base: text('base'),
    failOn: oneOf('fail-on', text('fail-on') ?? 'new', ['new', 'all', 'warning']),
    strict: isTrue('strict', text('strict')),
    sarifFile: text('sarif-file'),
    comment: isTrue('comment', text('comment')),
    name: plain('name', text('name') ?? 'memkeep'),
    shard: text('shard'),
    output: text('output'),
    shards: text('shards'),
    token: text('token') ?? '',
  }
  if ((inputs.shard === undefined) === (inputs.output === undefined)) return inputs
  throw new UserError('Unexpected input, expected shard and output together')
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  throw new UserError(`Unexpected "${value}" for the input ${name}, expected ${choices.join(', ')}`)
}

function plain(name: string, value: string): string {
  if (/^[\w.]+(?:-[\w.]+)*$/.test(value)) return value
  throw new UserError(
    `Unexpected "${value}" for the input ${name}, expected letters, digits, ".", "_" and single "-"`,
  )
}

/** As YAML 1.2 writes it: the runner passes `true` and `false` on as they stand. */
function isTrue(name: string, value = 'false'): boolean {
  return oneOf(name, value.toLowerCase(), ['true', 'false']) === 'true'
}
