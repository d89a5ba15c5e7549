import { hook } from './hook.ts'
import type { Io } from './io.ts'
import { withoutFlags } from './without-flags.ts'

/** `hook NAME -- [ARG…]`, as the shims write it. */
export function hookMain([, name = '', , ...args]: readonly string[], io: Io): Promise<number> {
  return withoutFlags(io, (flags) => hook([name, ...args], flags, io))
}
