import type { ParseProblem } from '../core/source.ts'

/** Why a file is better left as it is, in a sentence that says what to do, and the line. */
export type Refusal = { readonly refused: string; readonly line: number }

/** A file is left because of something that is wrong with it. */
export function refusalOf({ message, help, place }: ParseProblem): Refusal {
  return { refused: `${message}. ${help}`, line: place.line }
}
