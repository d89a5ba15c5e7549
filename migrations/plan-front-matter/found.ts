import type { Evidence } from '../../src/core/migration.ts'

/** A value with where it comes from. */
export type Found<T = string> = { readonly value: T; readonly evidence: Evidence }

/** Evidence in the text of a document. */
export function inText(path: string, line: number): Evidence {
  return { kind: 'text', path, line }
}
