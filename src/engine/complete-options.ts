import { momentOf } from '../core/date.ts'
import { UserError } from '../core/messages.ts'
import {
  assertOptions,
  COMMON,
  type CommonOptions,
  FLAG,
  isRecord,
  isText,
  type OptionForms,
  TEXT,
  TEXTS,
} from '../core/option-forms.ts'
import type { CheckOptions, CheckSource } from './check-request.ts'

const CHECK: OptionForms<CheckOptions> = {
  ...COMMON,
  skip: TEXTS,
  paths: TEXTS,
  source: {
    fits: isSource,
    words: "{ kind: 'work-tree' }, { kind: 'staged' } or { kind: 'revision', revision: 'HEAD' }",
  },
  base: { ...TEXT, words: 'a revision' },
  fix: FLAG,
  parser: { fits: (value) => value === 'auto' || value === 'remark', words: "'auto' or 'remark'" },
  ignoreSuppressions: FLAG,
  openFacts: { fits: (value) => typeof value === 'function', words: 'a function' },
}

const INDEX = { ...COMMON, check: FLAG }

/** The options of a check with the default of each that is not given. Throws `UserError` for one that there is not, or of a wrong form. */
export function completeOptions(given: Partial<CheckOptions> = {}): CheckOptions {
  assertOptions(given, CHECK, 'runCheck')
  if (given.fix && given.source && given.source.kind !== 'work-tree')
    throw new UserError('`fix` of runCheck is for the work tree alone', 'Leave out `fix`, or `source`.')
  const { paths = [], source = { kind: 'work-tree' }, fix = false, skip = [] } = given
  return { ...given, ...withDefaults(given), paths, source, fix, skip }
}

/** The same for a rebuild. */
export function completeIndexOptions<Options extends CommonOptions & { readonly check: boolean }>(
  given: Partial<Options>,
): Partial<Options> & CommonOptions & { readonly check: boolean } {
  assertOptions(given, INDEX, 'runIndex')
  return { ...given, ...withDefaults(given), check: given.check ?? false }
}

function withDefaults({ cwd, cache, today }: Partial<CommonOptions>): CommonOptions {
  return {
    cwd: cwd ?? process.cwd(),
    cache: cache ?? true,
    today: today ?? momentOf(undefined, new Date()).today,
  }
}

/** True for one of the three, without a key that it does not have. */
function isSource(source: unknown): source is CheckSource {
  if (!isRecord(source)) return false
  const { kind, revision, ...others } = source
  if (Object.keys(others).length > 0) return false
  return kind === 'revision'
    ? isText(revision)
    : (kind === 'work-tree' || kind === 'staged') && revision === undefined
}
