import type { OpenSnapshot } from './check-snapshot.ts'

/** A snapshot of real files. Paths that are not valid UTF-8 are only named, with U+FFFD in them. */
export type RealSnapshot = OpenSnapshot & { readonly oddPaths: readonly string[] }
