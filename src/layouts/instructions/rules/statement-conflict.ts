import type { Document, Memory } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { groupBy, type Place } from '../../../core/text.ts'
import {
  type Configuration,
  configurationOf,
  RUNTIMES,
  type Verdict,
  verdictOn,
} from '../../../formats/configured/verdict.ts'
import { languagesOfGlobs } from '../../../formats/statements/choice.ts'
import { findNegations } from '../../../formats/statements/negations.ts'
import type { ChoiceAt } from '../../../formats/statements/read-choices.ts'
import { isOfKarma } from '../../../formats/statements/tools.ts'
import { factsOf } from '../read-instructions.ts'

/** What agents read does not contradict itself or the repository. */
export const statementConflict: MemoryRule = {
  id: 'statement-conflict',
  summary: 'What agents are given does not contradict itself, or what the repository is configured with.',
  why: 'An agent follows one of two rules that contradict each other, and another agent, or the next session, the other. A version or a tool that the manifest does not have costs it wrong code and wrong commands.',
  howToFix:
    'Correct the line that is wrong, or take it out where the configuration says it anyway. Package managers, indentation, quotes, semicolons, line width, versions, test runners, linters and formatters are held against lockfiles, manifests and configuration; these, the base branch, the longest file, function and component, the largest change, test coverage, the first line of a commit, and “always” against “never” in the same words, are also compared between files. What was seen in real repositories is a warning: package managers, versions and test runners that the repository refutes. The others are infos.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: 'Use npm.   (the lockfile is pnpm-lock.yaml)\n', good: 'Use pnpm.\n' },
  subject: 'memory',
  check: (memory, report) => {
    const configuration = memory.configs && configurationOf(memory.configs)
    const files = filesOf(memory, configuration)
    for (const file of files) {
      for (const one of refutedIn(file)) report(file.document.path, one)
    }
    for (const { path, found } of between(files)) report(path, found)
    for (const { path, found } of negated(files)) report(path, found)
  },
}

/** A choice of a file, with what the configuration says of it. */
type Judged = ChoiceAt & { readonly verdict: Verdict }

type File = { readonly document: Document; readonly choices: readonly Judged[] }

/** Rules about some files alone may say of these what holds for no others. */
const ABOUT_CODE: ReadonlySet<string> = new Set(['indentation', 'quotes', 'semicolon style', 'line width'])

function filesOf({ documents }: Memory, configuration: Configuration | undefined): readonly File[] {
  return documents.flatMap((document) => {
    const facts = factsOf(document)
    if (!facts || facts.mode === 'never') return []
    const own = facts.choices.flatMap((one) =>
      facts.mode === 'for-paths' && one.of === '' && ABOUT_CODE.has(one.topic)
        ? languagesOfGlobs(facts.globs.map(({ glob }) => glob)).map((of) => ({ ...one, of }))
        : [one],
    )
    const choices = own.map(
      (one): Judged => ({
        ...one,
        verdict: configuration ? verdictOn(one, configuration) : { kind: 'unknown' },
      }),
    )
    return [{ document, choices }]
  })
}

/** What real repositories were seen to say against their configuration; for the others there is no evidence yet. */
const SEEN: ReadonlySet<string> = new Set(['package manager', 'version', 'test runner'])

/** What a file says against the configuration: one finding for each thing, at the first of its lines. */
function refutedIn({ choices }: File): readonly Found[] {
  const refuted = choices.filter(({ verdict }) => verdict.kind === 'refuted')
  const groups = groupBy(refuted, ({ topic, of, how, value }) =>
    JSON.stringify([topic, of, how === 'not', value]),
  )
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first?.verdict.kind !== 'refuted') return []
    const { value, path } = first.verdict
    const elsewhere = more.filter(({ line }) => line !== first.line)
    const also = elsewhere.length > 0 ? ` (so ${linesOf(elsewhere)})` : ''
    return [
      {
        ...(!SEEN.has(first.topic) && { severity: 'info' as const }),
        place: lineAsPlace(first.line),
        message: `${saying(first)}${also}, and ${path} says ${configured(first, value)}`,
        help: 'Correct the line, or take it out: the configuration says it anyway.',
      },
    ]
  })
}

function linesOf(choices: readonly Judged[]): string {
  const numbers = [...new Set(choices.map(({ line }) => line))]
  return `${numbers.length === 1 ? 'does line' : 'do lines'} ${numbers.slice(0, 5).join(', ')}`
}

/** The choice in words: `The line says npm for JavaScript`. */
function saying({ topic, of, value, how }: ChoiceAt): string {
  const what = topic === 'version' ? `${nameOf(of)} ${value}` : `\`${value}\``
  const about = topic === 'version' || of === '' ? '' : ` for ${of}`
  if (how === 'runs' && topic !== 'package manager') return `The command runs ${what}, a ${topic}${about}`
  if (how === 'runs') return `The command installs with ${what}`
  const verb = topic === 'quotes' ? 'are' : 'is'
  return `The ${topic === 'version' ? 'version' : `${topic}${about}`} ${verb} ${how === 'not' ? 'not ' : ''}${what} here`
}

function configured({ topic, of }: ChoiceAt, value: string): string {
  return topic === 'version' ? `${nameOf(of)} \`${value.replace(/^=(?=\d)/, '')}\`` : `\`${value}\``
}

/** `@angular/core` is Angular to people. */
function nameOf(of: string): string {
  const names: { readonly [name: string]: string } = {
    node: 'Node.js',
    dotnet: '.NET',
    'rust edition': 'Rust edition',
    python: 'Python',
    go: 'Go',
    php: 'PHP',
  }
  return names[of] ?? of
}

export function lineAsPlace(line: number): Place {
  return { line, column: 1, endLine: line, endColumn: 1 }
}

/** Files of one folder that are not for one mode alone. */
function groupsOf(files: readonly File[]): readonly (readonly File[])[] {
  const general = files.filter(({ document }) => document.kind !== 'roo-mode-rule')
  return [...groupBy(general, ({ document }) => document.scope).values()]
}

/** What holds for a folder alone is said in a rule for it; one for a language says what holds for all of it. */
function isForFolder({ document }: File): boolean {
  const facts = factsOf(document)
  return facts?.mode === 'for-paths' && !facts.globs.every(({ glob }) => /^(?:\*\*\/)*\*[^/]*$/.test(glob))
}

/** Of these a rule for one language may say something else than what holds for all. */
const OF_ONE_LANGUAGE: ReadonlySet<string> = new Set([
  'indentation',
  'quotes',
  'semicolon style',
  'line width',
  'longest file',
  'longest function',
  'longest component',
  'test coverage',
])

type Said = { readonly path: string; readonly choice: Judged }

/** What two files say against each other, where the configuration does not say which of them is right. */
function between(files: readonly File[]): readonly { readonly path: string; readonly found: Found }[] {
  return groupsOf(files).flatMap((group) => {
    const open = group.flatMap((file) =>
      isForFolder(file)
        ? []
        : file.choices.flatMap((choice): readonly Said[] =>
            isOpen(choice, file) ? [{ path: file.document.path, choice }] : [],
          ),
    )
    const topics = groupBy(open, ({ choice: { topic, of } }) => JSON.stringify([topic, of]))
    return [...topics.values()].flatMap(contradictions)
  })
}

/** True for what the configuration does not decide: two least versions may both be allowed by it. */
function isOpen({ verdict, topic, of, value }: Judged, { document }: File): boolean {
  if (factsOf(document)?.mode === 'for-paths' && of === '' && OF_ONE_LANGUAGE.has(topic)) return false
  return verdict.kind === 'unknown' || (verdict.kind === 'agrees' && RUNTIMES.has(of) && value.endsWith('+'))
}

/** There is one of each for the same code. */
const LIMITS: ReadonlySet<string> = new Set([
  'longest function',
  'longest component',
  'commit subject',
  'largest change',
])

/** Of each file the first choice that contradicts an earlier one; a file that offers several says nothing. */
function contradictions(all: readonly Said[]): readonly { readonly path: string; readonly found: Found }[] {
  const offered = groupBy(
    all.filter(({ choice }) => choice.how !== 'not'),
    ({ path }) => path,
  )
  const isOffer = new Set(
    [...offered].flatMap(([path, own]) =>
      new Set(own.map(({ choice }) => choice.value)).size > 1 &&
      own.some(({ choice: { topic } }) => !LIMITS.has(topic))
        ? [path]
        : [],
    ),
  )
  const said = all.filter(({ path, choice }) => choice.how === 'not' || !isOffer.has(path))
  const found = new Map<string, Found>()
  // Of equal choices the first is named.
  const firsts = new Map<string, Said>()
  for (const one of said) {
    const { path, choice } = one
    const other = [...firsts.values()].find((first) => contradict(first.choice, choice))
    const key = `${choice.how === 'not'} ${choice.value}`
    if (!firsts.has(key)) firsts.set(key, one)
    if (!other || found.has(path)) continue
    const where = other.path === path ? `line ${other.choice.line}` : `${other.path}:${other.choice.line}`
    found.set(path, {
      severity: 'info',
      place: lineAsPlace(choice.line),
      message: `${saying(choice)}, and ${where} says ${other.choice.how === 'not' ? 'not ' : ''}${configured(other.choice, other.choice.value)}`,
      help: 'Decide which of them holds, and say it in both.',
    })
  }
  return [...found].map(([path, one]) => ({ path, found: one }))
}

function contradict(a: ChoiceAt, b: ChoiceAt): boolean {
  if (a.how === 'not' || b.how === 'not') return a.how !== b.how && a.value === b.value
  if (a.topic === 'indentation' && [a.value, b.value].includes('spaces'))
    return [a.value, b.value].includes('tabs')
  return a.value !== b.value && !(isOfKarma(a.value) && isOfKarma(b.value))
}

/** The same sentence with `always` and with `never`. */
function negated(files: readonly File[]): readonly { readonly path: string; readonly found: Found }[] {
  return groupsOf(files).flatMap((group) =>
    findNegations(
      group.map(({ document }) => ({ path: document.path, statements: factsOf(document)?.statements ?? [] })),
    ).map(({ path, line, other }) => ({
      path,
      found: {
        severity: 'info' as const,
        place: lineAsPlace(line),
        message: `The line says the opposite of ${other.path === path ? `line ${other.line}` : `${other.path}:${other.line}`} in the same words`,
        help: 'Decide which of them holds, and take the other out.',
      },
    })),
  )
}
