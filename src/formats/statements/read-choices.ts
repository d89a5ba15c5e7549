import type { Choice, ChoiceReader } from './choice.ts'
import { saidBranch, saidSizes } from './limits.ts'
import { runManager, saidManager } from './package-managers.ts'
import { plainText, type Statement } from './read-statements.ts'
import { saidIndentation, saidQuotes, saidWidth } from './styles.ts'
import { saidTools } from './tools.ts'
import { saidVersions } from './versions.ts'

/** A choice, and the line that names it. */
export type ChoiceAt = Choice & { readonly line: number }

const READERS: readonly ChoiceReader[] = [
  saidManager,
  saidIndentation,
  saidQuotes,
  saidWidth,
  saidVersions,
  saidTools,
  saidBranch,
  saidSizes,
]

/** Below such a heading a text says what not to do, what was, what others do, or what may be. */
const NOT_HERE =
  /\b(?:do ?n[o']?t|never|avoid|anti-?patterns?|bad|wrong|forbidden|prohibited|mistakes?|pitfalls?|examples?|templates?|migrat\w+|upgrad\w+|legacy|history|changelog|alternatives?|troubleshoot\w*|deprecated|old|previous|future|roadmap|ideas?|commits?|commit messages?|lessons?|changes)\b|❌/i

/** A line of code that is not to be run as it is. */
const REFUSED = /❌|#\s*(?:bad|wrong|don'?t|never|not)\b/i

/** The choices that the statements of a file name; `lines` are those of its text. */
export function readChoices(statements: readonly Statement[], lines: readonly string[]): readonly ChoiceAt[] {
  return statements.flatMap((statement) => {
    const { form, under, text } = statement
    if (NOT_HERE.test(under) || /❌|🚫|✗/u.test(text)) return []
    const isCode = form === 'code'
    if (isCode && REFUSED.test(text)) return []
    const words = isCode ? text : plainText(text)
    if (form === 'heading' && NOT_HERE.test(words)) return []
    const found = isCode ? runManager(text) : READERS.flatMap((read) => read(words))
    return found.map((one) => ({ ...one, line: lineOf(one, statement, lines) }))
  })
}

/** The line of a statement that has the value. */
function lineOf({ value }: Choice, { line, lastLine }: Statement, lines: readonly string[]): number {
  const word = value.replace(/\+$| .*/, '').toLowerCase()
  for (let at = line; at <= lastLine; at++) if (lines[at - 1]?.toLowerCase().includes(word)) return at
  return line
}
