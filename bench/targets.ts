/** A row or a fact: `bench/size/id`. */
export type Ref = `${string}/${string}/${string}`

/** What a target is computed from. */
export type Measure =
  /** Wall time of a row, less that of another, as a multiple of a third's, round by round. */
  | { readonly kind: 'ratio'; readonly of: Ref; readonly minus?: Ref; readonly over: Ref }
  /** Processor time of a row as a multiple of another's. */
  | { readonly kind: 'cpu'; readonly of: Ref; readonly over: Ref }
  /** A row at one size against the same at another. */
  | { readonly kind: 'growth'; readonly of: Ref; readonly over: Ref }
  | { readonly kind: 'peak'; readonly of: Ref }
  | { readonly kind: 'fact'; readonly of: Ref }

/** What must hold: at most `limit`, or at least that. */
export type Target = {
  readonly what: string
  readonly limit: number
  readonly isLeast?: true
  readonly unit: ' ×' | ' MB' | ' %' | ''
  readonly measure: Measure
}

const times = (what: string, limit: number, of: Ref, over: Ref): Target => ({
  what,
  limit,
  unit: ' ×',
  measure: { kind: 'ratio', of, over },
})

const cost = (what: string, limit: number, of: Ref, { minus, over }: { minus: Ref; over: Ref }): Target => ({
  what,
  limit,
  unit: ' ×',
  measure: { kind: 'ratio', of, minus, over },
})

const ahead = (what: string, limit: number, of: Ref, over: Ref): Target => ({
  ...times(what, limit, of, over),
  isLeast: true,
})

const growth = (what: string, limit: number, of: Ref, over: Ref): Target => ({
  what,
  limit,
  unit: ' ×',
  measure: { kind: 'growth', of, over },
})

const byCpu = (what: string, limit: number, of: Ref, over: Ref): Target => ({
  what,
  limit,
  unit: ' ×',
  measure: { kind: 'cpu', of, over },
})

const peak = (what: string, limit: number, of: Ref): Target => ({
  what,
  limit,
  unit: ' MB',
  measure: { kind: 'peak', of },
})

const fact = (what: string, limit: number, of: Ref, unit: Target['unit'] = ''): Target => ({
  what,
  limit,
  unit,
  measure: { kind: 'fact', of },
})

const noMemory = (size: string): Target =>
  cost(`${size}: commit touching no memory, over husky's empty hook`, 0.5, `commit/${size}/plain-ours`, {
    minus: `commit/${size}/plain-husky`,
    over: `commit/${size}/start`,
  })

const withIndex = (size: string): Target =>
  cost(`${size}: commit of a plan and decisions, over one without hooks`, 6.5, `commit/${size}/ours`, {
    minus: `commit/${size}/none`,
    over: `commit/${size}/start`,
  })

const counts = (size: string): Target[] => [
  fact(`${size}: git processes of the hook`, 3, `commit/${size}/git-plan`),
  fact(`${size}: git processes of the hook, an index written`, 5, `commit/${size}/git-index`),
  peak(`${size}: peak memory of a commit with our hook`, 80, `commit/${size}/ours`),
]

// Two more than without text that cites what is not there: whether it was there once is a question to the history.
const checkCounts = (corpus: string): Target[] => [
  fact(`${corpus}: git processes of a cold check`, 4, `check/${corpus}/git-cold`),
  fact(`${corpus}: git processes of a check that fills its cache`, 5, `check/${corpus}/git-empty-cache`),
  fact(`${corpus}: git processes of a warm check`, 2, `check/${corpus}/git-warm`),
  fact(`${corpus}: cache, of the memory's bytes`, 5, `check/${corpus}/cache-share`, ' %'),
]

/** How many times as long as a start of Node, or how many times faster than rumdl, a check must be. */
type CheckBounds = { readonly warm: number; readonly aheadOfRumdl: number; readonly oneChanged: number }

/** The same for a corpus without findings and one with many: `M` and `M-unclean`. */
const checks = (corpus: string, { warm, aheadOfRumdl, oneChanged }: CheckBounds): Target[] => [
  times(`${corpus}: warm check`, warm, `check/${corpus}/warm`, `check/${corpus}/start`),
  ahead(
    `${corpus}: warm rumdl, over our warm check`,
    aheadOfRumdl,
    `check/${corpus}/rumdl-warm`,
    `check/${corpus}/warm`,
  ),
  times(
    `${corpus}: check after one change`,
    oneChanged,
    `check/${corpus}/one-changed`,
    `check/${corpus}/start`,
  ),
  ahead(
    `${corpus}: warm rumdl, over our check after one change`,
    1,
    `check/${corpus}/rumdl-warm`,
    `check/${corpus}/one-changed`,
  ),
  ...checkCounts(corpus),
]

const checksOfM = (corpus: string): Target[] => [
  ...checks(corpus, { warm: 3, aheadOfRumdl: 5, oneChanged: 6 }),
  times(`${corpus}: cold check, over cold rumdl`, 1.2, `check/${corpus}/cold`, `check/${corpus}/rumdl-cold`),
  byCpu(
    `${corpus}: cold check, over cold rumdl, by processor time`,
    1,
    `check/${corpus}/cold`,
    `check/${corpus}/rumdl-cold`,
  ),
  peak(`${corpus}: peak memory of a cold check`, 150, `check/${corpus}/cold`),
]

const checksOfL = (corpus: string): Target[] => [
  ...checks(corpus, { warm: 8, aheadOfRumdl: 8, oneChanged: 40 }),
  peak(`${corpus}: peak memory of a warm check`, 80, `check/${corpus}/warm`),
  peak(`${corpus}: peak memory of a cold check`, 400, `check/${corpus}/cold`),
]

/** What we promise, as ratios of one run; where no row is named, to `node -e 0`. */
export const TARGETS: readonly Target[] = [
  noMemory('M'),
  noMemory('L'),
  withIndex('M'),
  growth('commit, L against M', 1.6, 'commit/L/ours', 'commit/M/ours'),
  ...checksOfM('M'),
  ...checksOfM('M-unclean'),
  ...checksOfL('L'),
  ...checksOfL('L-unclean'),
  growth('cold check, L against M', 10.5, 'check/L/cold', 'check/M/cold'),
  times('M: first answer of a fresh memkeep mcp', 5, 'context/M/first', 'context/M/start'),
  times('L: first answer of a fresh memkeep mcp', 5, 'context/L/first', 'context/L/start'),
  cost('M: warm find, over a bare start of Node', 3, 'find/M/warm', {
    minus: 'find/M/start',
    over: 'find/M/start',
  }),
  peak('M: peak memory of a find without an index', 300, 'find/M/cold'),
  ...counts('M'),
  ...counts('L'),
]
