import { isJsonObject, type Json } from '../../core/json.ts'
import { groupBy } from '../../core/text.ts'
import type { Choice, ChoiceReader } from './choice.ts'
import { saidCommands } from './commands.ts'
import { inEnglish, isOther } from './in-english.ts'
import { saidBranch, saidChange, saidCoverage, saidSizes, saidSubject } from './limits.ts'
import { runManager, saidManager } from './package-managers.ts'
import { plainText, type Statement } from './read-statements.ts'
import { saidIndentation, saidQuotes, saidSemicolons, saidWidth } from './styles.ts'
import { runTools, saidTools } from './tools.ts'
import { saidVersions } from './versions.ts'

/** A choice, and the line that names it. */
export type ChoiceAt = Choice & { readonly line: number }

/** Readers, each with what a statement that it reads anything from has: most have nothing of it. */
const READERS: readonly (readonly [hint: RegExp, read: ChoiceReader])[] = [
  [/npm|yarn|\bbun\b|\bpip|\buv\b|poetry/i, saidManager],
  [/indent|\bspaces?\b|\btabs?\b/i, saidIndentation],
  [/quot/i, saidQuotes],
  [/semi-?colon/i, saidSemicolons],
  [/\d.*(?:char|column|line|row|width)|(?:line|row|width).*\d/i, saidWidth],
  [/[a-z#+].*\d/i, saidVersions],
  [
    /jest|vitest|playwright|cypress|mocha|jasmine|karma|pytest|unittest|nose2|[xnj]unit|mstest|testng|rspec|minitest|\bpest\b|lint|biome|prettier|dprint|ruff|flake8|black|yapf/i,
    saidTools,
  ],
  [/branch|\b[PM]Rs?\b|(?:pull|merge).request|--base/i, saidBranch],
  [/\d.*(?:line|LOC|lignes|líneas|linhas|Zeilen)/i, saidSizes],
  [/coverage.*\d|\d.*coverage/i, saidCoverage],
  [/\d.?char/i, saidSubject],
  [/\d.*(?:line|LOC)/i, saidChange],
]

/** What a statement has that names any choice. */
const ANY =
  /\d|npm|yarn|bun|pip|uv|poetry|indent|spaces|tabs|quot|semi-?colon|jest|test|playwright|cypress|`.*(?:with|via|using|to)\b|(?:with|via|using|through|run|running|use) `|[xnj]unit|rspec|pest|mocha|jasmine|karma|lint|biome|prettier|dprint|ruff|flake8|black|yapf|branch|\bPRs?\b|pull request|(?:build|compile|check|dev|server|publish|deploy\w*|format\w*|e2e|end-to-end)[ *_|:：]+`/i

/** Below such a heading a text says what not to do, what was, what others do, or what may be. */
const NOT_HERE =
  /\b(?:do ?n[o']?t|never|avoid|anti-?patterns?|bad|wrong|forbidden|prohibited|mistakes?|pitfalls?|examples?|templates?|migrat\w+|upgrad\w+|legacy|history|changelog|alternatives?|troubleshoot\w*|deprecated|old|previous|future|roadmap|ideas?|lessons?|changes)\b|❌/i

/** Below such a heading a text is about what is written there; which branch the others are based on is said there, too. */
const ABOUT_COMMITS = /\bcommits?\b/i
const OF_COMMITS: ReadonlySet<string> = new Set(['base branch', 'commit subject'])

/** A line of code that is not to be run as it is. */
const REFUSED = /❌|#\s*(?:bad|wrong|don'?t|never|not)\b/i

/** The choices that the statements of a file name; `lines` are those of its text. */
export function readChoices(statements: readonly Statement[], lines: readonly string[]): readonly ChoiceAt[] {
  const turned = new Map<string, boolean>()
  const isTurned = (under: string): boolean => {
    const known = turned.get(under) ?? NOT_HERE.test(under)
    turned.set(under, known)
    return known
  }
  const offered = managersOffered(statements)
  return statements.flatMap((statement) => {
    const { form, under, text } = statement
    if (!(ANY.test(text) || isOther(text)) || isTurned(under) || /❌|🚫|✗/u.test(text)) return []
    const isCode = form === 'code'
    if (isCode && REFUSED.test(text)) return []
    const words = isCode ? text : plainText(text)
    if (form === 'heading' && (NOT_HERE.test(words) || ABOUT_COMMITS.test(words))) return []
    const found = isCode
      ? ranBy(text).filter((one) => !offered.has(under) || one.topic !== 'package manager')
      : [
          ...[words, ...inEnglish(words)].flatMap((one) =>
            READERS.flatMap(([hint, read]) => (hint.test(one) ? read(one) : [])),
          ),
          ...(DEPENDS.test(words.replace(NEEDED, '')) ? [] : spansIn(text).flatMap(ranBy)),
          ...(text.includes('`') ? saidCommands(text) : []),
        ]
    const own = ABOUT_COMMITS.test(under) ? found.filter(({ topic }) => OF_COMMITS.has(topic)) : found
    return own.map((one) => ({ ...one, line: lineOf(one, statement, lines) }))
  })
}

/** The headings below which commands of several package managers are one for the other. */
function managersOffered(statements: readonly Statement[]): ReadonlySet<string> {
  const code = statements.filter(({ form }) => form === 'code')
  return new Set(
    [...groupBy(code, ({ under }) => under)].flatMap(([under, lines]) => {
      const named = lines.flatMap(({ text }) => MANAGER.exec(text)?.[1] ?? [])
      return new Set(named).size > 1 ? [under] : []
    }),
  )
}

const MANAGER = /^\s*(?:\$ )?(npm|pnpm|yarn|bun) (?:i|install|add|ci)\b/

/** True where a file names a tool, a version or a style that the repository may have configured. */
export function namesChoices(facts: Json): boolean {
  return isJsonObject(facts) && Array.isArray(facts.choices) && facts.choices.length > 0
}

/** A sentence with a command that is not what everybody runs. */
const DEPENDS =
  /\b(?:if|when|unless|not|never|no|instead|avoid|don'?t|either|or|example|e\.g|legacy|was|were|global\w*|once|migrat\w*)\b|\?|→/i

/** When something is needed that is installed then. */
const NEEDED = /^(?:when|if)\b[^,]{0,80}\b(?:packages?|dependenc\w+|librar\w+|missing|need\w*)\b[^,]{0,40},/i

function spansIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

function ranBy(command: string): readonly Choice[] {
  return [...runManager(command), ...runTools(command)]
}

/** The line of a statement that has the value. */
function lineOf({ value }: Choice, { line, lastLine }: Statement, lines: readonly string[]): number {
  const word = value.replace(/\+$| .*/, '').toLowerCase()
  for (let at = line; at <= lastLine; at++) if (lines[at - 1]?.toLowerCase().includes(word)) return at
  return line
}
