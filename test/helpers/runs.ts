/** `MEMKEEP_LONG=1` asks for everything; `npm run test:long` sets it. */
export const LONG = process.env.MEMKEEP_LONG === '1'

const SHARE = 5

/** How often a property is tried: a fifth of `all`, and all of it in the long run. */
export function runs(all: number): number {
  return LONG ? all : Math.ceil(all / SHARE)
}
