/** `MEMKEEP_LONG=1` asks for everything; `npm run test:long` sets it. */
export const LONG = process.env.MEMKEEP_LONG === '1'

const SHARE = 20

/** How often something is tried: all of it in the long run, else `some`, a twentieth when it is not said. */
export function runs(all: number, some: number = Math.ceil(all / SHARE)): number {
  return LONG ? all : some
}

/** The rows of a table of like cases: all of them in the long run, else every so many, from the first on. */
export function rowsOf<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return LONG ? rows : rows.filter((_, i) => i % every === 0)
}

/** `MEMKEEP_DEEP=1` tries what attackers try again and again; `npm run test:deep` sets it. */
export const DEEP = process.env.MEMKEEP_DEEP === '1'

/** How often each output, and each save, is tried with hostile text. */
export const HOSTILE_RUNS = DEEP ? 100_000 : runs(1_000, 100)

/** Milliseconds that such a property may take. */
export const HOSTILE_TIMEOUT = DEEP ? 14_400_000 : 120_000
