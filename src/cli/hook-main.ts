import { hook } from './hook.ts'
import type { Io } from './io.ts'
import { withoutFlags } from './without-flags.ts'

/** `hook NAME -- [ARG…]`, as the shims write it. */
export function hookMain([, name = '', , ...args]: readonly string[], outer: Io): Promise<number> {
  return withoutFlags(outer, (flags, io) => hook([name, ...args], flags, io))
}
