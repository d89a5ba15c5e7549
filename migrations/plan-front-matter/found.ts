import type { Evidence, WorkedOut } from '../../src/core/migration.ts'
import type { FrontMatterField } from '../../src/formats/front-matter-edits.ts'

/** A value with where it comes from. */
export type Found<T = string> = { readonly value: T; readonly evidence: Evidence }

/** Evidence in the text of a document. */
export function inText(path: string, line: number): Evidence {
  return { kind: 'text', path, line }
}

/** Found values as the fields that are written, and as what the report says of them. */
export function foundFields(
  known: readonly (Found<string | readonly string[]> & { readonly key: string })[],
): { readonly fields: readonly FrontMatterField[]; readonly values: readonly WorkedOut[] } {
  return {
    fields: known.map(({ key, value }) => ({ key, value })),
    values: known.map(({ key, value, evidence }) => ({
      field: key,
      value: [value].flat().join(', '),
      evidence,
    })),
  }
}
