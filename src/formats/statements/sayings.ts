import type { Source } from '../../core/source.ts'
import { type ChoiceAt, readChoices } from './read-choices.ts'
import { readStatements, type Statement } from './read-statements.ts'

/** What a text says: facts of a document. */
export type Sayings = { readonly statements: readonly Statement[]; readonly choices: readonly ChoiceAt[] }

/** Reads what a text says. */
export function readSayings(source: Source): Sayings {
  return sayingsIn(readStatements(source), source.text)
}

/** What a text says, with the statements that were read from it. */
export function sayingsIn(statements: readonly Statement[], text: string): Sayings {
  return { statements, choices: readChoices(statements, text.split(/\r\n|\n|\r/)) }
}
