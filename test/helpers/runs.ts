/** `MEMKEEP_LONG=1` asks for everything; `npm run test:long` sets it. */
export const LONG = process.env.MEMKEEP_LONG === '1'

const SHARE = 5

/** How often a property is tried: a fifth of `all`, and all of it in the long run. */
export function runs(all: number): number {
  return LONG ? all : Math.ceil(all / SHARE)
}

/** `MEMKEEP_DEEP=1` tries what attackers try again and again; `npm run test:deep` sets it. */
const DEEP = process.env.MEMKEEP_DEEP === '1'

/** How often each output is tried with hostile text. */
export const HOSTILE_RUNS = DEEP ? 100_000 : 1_000

/** Milliseconds that such a property may take. */
export const HOSTILE_TIMEOUT = DEEP ? 3_600_000 : 60_000
