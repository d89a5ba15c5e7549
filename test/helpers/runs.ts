/** `MEMKEEP_LONG=1` asks for everything; `npm run test:long` sets it. */
export const LONG = process.env.MEMKEEP_LONG === '1'

const SHARE = 5

/** How often something is tried: all of it in the long run, else `some`, a fifth when it is not said. */
export function runs(all: number, some: number = Math.ceil(all / SHARE)): number {
  return LONG ? all : some
}
