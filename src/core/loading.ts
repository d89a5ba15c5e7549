/** A unit in which a vendor counts what a model loads. Characters are UTF-16 code units. */
export type LoadUnit = 'bytes' | 'characters' | 'lines'

/**
 * `enforced`: the vendor cuts there. `withdrawn`: it did once, and its documents do not say so any more. `advice`: nothing is
 * cut.
 */
export type LoadStanding = 'enforced' | 'withdrawn' | 'advice'

/** A file that an agent loads. */
export type LoadedFile = {
  /** Untrusted. */
  readonly path: string
  /** The whole of it, in the unit of the loading; null for a file that is no memory, which is not read. */
  readonly size: number | null
  /** What the agent does not see of it, in words for people; null where it sees all. Untrusted. */
  readonly lost: string | null
}

/** What an agent loads by itself, in which order, and how much of it there is room for. */
export type Loading = {
  /** The agent, for people: `Claude Code`. */
  readonly agent: string
  /** What is loaded, for people: `MEMORY.md at the start of a session`. It may name folders, and is untrusted. */
  readonly name: string
  /** In the order in which they load. */
  readonly files: readonly LoadedFile[]
  readonly unit: LoadUnit
  /** Units of all files together whose size is known, before anything is cut. */
  readonly total: number
  /** Units that there is room for; null where there is no limit, and then the rest is null as well. */
  readonly most: number | null
  readonly standing: LoadStanding | null
  /** Where the limit is from, for people. */
  readonly source: string | null
  /** When it was last looked up: `YYYY-MM`. */
  readonly asOf: string | null
}

/** True where an agent does not see all of what it loads. */
function isCut({ files }: Loading): boolean {
  return files.some(({ lost }) => lost !== null)
}

/** Those that are cut come first; else they stay in their order. */
export function cutFirst(loads: readonly Loading[]): Loading[] {
  return loads.toSorted((a, b) => Number(isCut(b)) - Number(isCut(a)))
}

const STANDINGS: ReadonlyMap<string, string> = new Map([
  ['enforced', 'cut there'],
  ['withdrawn', 'cut there once'],
  ['advice', 'advice'],
])

/** What a limit does, in two or three words for people; empty where there is none. */
export function describeStanding(standing: LoadStanding | null): string {
  return STANDINGS.get(standing ?? '') ?? ''
}
