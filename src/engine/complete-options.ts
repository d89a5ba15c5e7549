import { momentOf } from '../core/date.ts'
import type { CheckOptions, CheckSource } from './check-request.ts'
import {
  assertOptions,
  COMMON,
  type CommonOptions,
  FLAG,
  type OptionForms,
  TEXT,
  TEXTS,
} from './option-forms.ts'

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

function isSource(source: unknown): source is CheckSource {
  const { kind, revision } = (source ?? {}) as { readonly [key: string]: unknown }
  return kind === 'work-tree' || kind === 'staged' || (kind === 'revision' && typeof revision === 'string')
}
