import { momentOf } from '../core/date.ts'
import { UserError } from '../core/messages.ts'
import type { CheckOptions, CheckSource } from './check-request.ts'

/** What every call of the library takes, with a default for each. */
type CommonOptions = { readonly cwd: string; readonly cache: boolean; readonly today: string }

const HELP = 'docs/library.md of memkeep lists the options: every one has a default.'

/** The options of a check with the default of each that is not given. Throws `UserError` for one of a wrong type. */
export function completeOptions(given: Partial<CheckOptions> = {}): CheckOptions {
  const common = commonOptions(given, 'runCheck')
  const { paths = [], source = { kind: 'work-tree' }, fix = false, skip = [] } = given
  if (!isTexts(paths) || !isTexts(skip)) throw new UserError('`paths` and `skip` are lists of texts', HELP)
  if (!isSource(source)) {
    throw new UserError(
      "`source` is { kind: 'work-tree' }, { kind: 'staged' } or { kind: 'revision', revision: 'HEAD' }",
      HELP,
    )
  }
  return { ...given, ...common, paths, source, fix, skip }
}

/** Where, when and whether with a cache; the name is that of the function. */
export function commonOptions(given: Partial<CommonOptions>, name: string): CommonOptions {
  if (typeof given !== 'object' || given === null)
    throw new UserError(`${name} takes an object of options`, HELP)
  const { cwd = process.cwd(), cache = true, today } = given
  if (typeof cwd !== 'string') throw new UserError('`cwd` is the path of a folder', HELP)
  return { cwd, cache, today: today ?? momentOf(undefined, new Date()).today }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isSource(source: unknown): source is CheckSource {
  const { kind, revision } = (source ?? {}) as { readonly [key: string]: unknown }
  return kind === 'work-tree' || kind === 'staged' || (kind === 'revision' && typeof revision === 'string')
}
