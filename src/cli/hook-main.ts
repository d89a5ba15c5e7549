import { hook } from './hook.ts'
import type { Io } from './io.ts'
import { tellFailure } from './tell-failure.ts'

/**
 * `hook NAME -- [ARG…]`, as the shims write it: there are no flags to parse in it, so what parses them is not loaded.
 * Exit code out; prints to `io` only, and never throws.
 */
export async function hookMain([, name = '', , ...args]: readonly string[], io: Io): Promise<number> {
  try {
    return await hook([name, ...args], { color: true, cache: true }, io)
  } catch (error) {
    tellFailure(error, { debug: false, stderr: io.stderr })
    return 2
  }
}
