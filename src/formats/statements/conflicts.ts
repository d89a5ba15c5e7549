import type { Memory } from '../../core/document.ts'
import type { Found } from '../../core/rule.ts'
import { groupBy, lineAsPlace } from '../../core/text.ts'
import { configurationOf, RUNTIMES, type Verdict, verdictOn } from '../configured/verdict.ts'
import { isSameCommand } from './commands.ts'
import { findTurned } from './instead.ts'
import { findNegations } from './negations.ts'
import { findOtherNumbers } from './numbers.ts'
import type { ChoiceAt } from './read-choices.ts'
import type { SaidFile } from './read-statements.ts'
import { isOfKarma } from './tools.ts'

/** A choice of a file, with what the configuration says of it. */
type Judged = ChoiceAt & { readonly verdict: Verdict }

/** What a file of memory says, and where it holds. */
export type SayingFile = SaidFile & {
  /** Their language is named where the file is for that language alone. */
  readonly choices: readonly ChoiceAt[]
  /** Files of one group are compared with each other; null: with none. */
  readonly group: string | null
  /** The agent that it is for: lines of files for two agents that are nearly the same are copies, which another rule compares. */
  readonly agent: string
  /** The mode of the agent that it is loaded in alone: files of two modes are not compared. */
  readonly mode?: string | null
  /** True for a page that a file imports: what it says is reported where a file of memory contradicts it. */
  readonly isPage?: true
  /** For all files, for those of a folder, or for those of some languages. */
  readonly holds: 'everywhere' | 'in-folder' | 'for-language'
}

type File = SayingFile & { readonly judged: readonly Judged[] }

/** What files say against the configuration, against each other and against themselves. */
export function conflictsIn(
  all: readonly SayingFile[],
  configs: Memory['configs'],
): readonly { readonly path: string; readonly found: Found }[] {
  const configuration = configs && configurationOf(configs)
  const files = all.map((file): File => {
    const judged = file.choices.map(
      (one): Judged => ({
        ...one,
        verdict: configuration ? verdictOn(one, configuration, file.group ?? '') : { kind: 'unknown' },
      }),
    )
    return { ...file, judged }
  })
  const refuted = files.flatMap((file) => refutedIn(file).map((found) => ({ path: file.path, found })))
  const groups = groupsOf(files)
  const pages = new Set(files.flatMap(({ path, isPage }) => (isPage ? path : [])))
  const found = [...refuted, ...between(groups), ...negated(groups), ...numbered(groups)]
  // Files for all modes are in the group of each of them.
  const byMessage = new Map(
    found.map((one) => [JSON.stringify([one.path, one.found.place.line, one.found.message]), one]),
  )
  return [...byMessage.values()].filter(({ path }) => !pages.has(path))
}

/** What real repositories were seen to say against their configuration; for the others there is no evidence yet. */
const SEEN: ReadonlySet<string> = new Set(['package manager', 'version', 'test runner'])

/** What a file says against the configuration: one finding for each thing, at the first of its lines. */
function refutedIn({ judged }: File): readonly Found[] {
  const refuted = judged.filter(({ verdict }) => verdict.kind === 'refuted')
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

/** The files that are compared with each other: those of a group, and of a mode with those for all of them. Pages come first. */
function groupsOf(files: readonly File[]): readonly (readonly File[])[] {
  const compared = files
    .filter(({ group }) => group !== null)
    .toSorted((a, b) => Number(b.isPage ?? false) - Number(a.isPage ?? false))
  return [...groupBy(compared, ({ group }) => group ?? '').values()].flatMap((group) => {
    const modes = new Set(group.map(({ mode }) => mode ?? null))
    if (modes.size === 1) return [group]
    return [...modes].flatMap((mode) =>
      mode === null ? [] : [group.filter((file) => (file.mode ?? mode) === mode)],
    )
  })
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
function between(
  groups: readonly (readonly File[])[],
): readonly { readonly path: string; readonly found: Found }[] {
  return groups.flatMap((group) => {
    const open = group.flatMap((file) =>
      file.holds === 'in-folder'
        ? []
        : file.judged.flatMap((choice): readonly Said[] =>
            isOpen(choice, file) ? [{ path: file.path, choice }] : [],
          ),
    )
    const topics = groupBy(open, ({ choice: { topic, of } }) => JSON.stringify([topic, of]))
    return [...topics.values()].flatMap(contradictions)
  })
}

/** True for what the configuration does not decide: two least versions may both be allowed by it, and where it agrees with one of two it may not know the other. */
function isOpen({ verdict, topic, of, value }: Judged, { holds }: File): boolean {
  if (holds !== 'everywhere' && of === '' && OF_ONE_LANGUAGE.has(topic)) return false
  if (verdict.kind === 'unknown') return true
  return verdict.kind === 'agrees' && (of === '' || (RUNTIMES.has(of) && value.endsWith('+')))
}

/** There is one of each for the same code. */
const LIMITS: ReadonlySet<string> = new Set([
  'line width',
  'longest function',
  'longest component',
  'commit subject',
  'largest change',
  'test coverage',
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
    const areAllowed = (first: Said): boolean =>
      choice.of === '' && first.choice.verdict.kind === 'agrees' && choice.verdict.kind === 'agrees'
    const other = [...firsts.values()].find((first) => contradict(first.choice, choice) && !areAllowed(first))
    const key = `${choice.how === 'not'} ${choice.value}`
    if (!firsts.has(key)) firsts.set(key, one)
    if (!other || found.has(path)) continue
    const where = whereIs({ path: other.path, line: other.choice.line }, path)
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
  if (a.topic === 'command') return !isSameCommand(a.value, b.value)
  return a.value !== b.value && !(isOfKarma(a.value) && isOfKarma(b.value))
}

/** A line as a message in a file names it. */
function whereIs(other: { readonly path: string; readonly line: number }, path: string): string {
  return other.path === path ? `line ${other.line}` : `${other.path}:${other.line}`
}

/** The same sentence with another number. */
function numbered(
  groups: readonly (readonly File[])[],
): readonly { readonly path: string; readonly found: Found }[] {
  return groups.flatMap((group) =>
    findOtherNumbers(group.filter(({ holds }) => holds === 'everywhere')).map(
      ({ path, line, says, other, how }) => ({
        path,
        found: {
          severity: 'info' as const,
          place: lineAsPlace(line),
          message: `The line says \`${says}\` where ${whereIs(other, path)} says \`${other.says}\` ${how}`,
          help: 'Decide which of them holds, and say it in both, or in one of them alone.',
        },
      }),
    ),
  )
}

/** The same sentence with `always` and with `never`, or one thing instead of another and the other way round. */
function negated(
  groups: readonly (readonly File[])[],
): readonly { readonly path: string; readonly found: Found }[] {
  return groups.flatMap((group) =>
    [
      ...findNegations(group).map((one) => ({ ...one, how: ' in the same words' })),
      ...findTurned(group).map((one) => ({ ...one, how: '' })),
    ].map(({ path, line, other, how }) => ({
      path,
      found: {
        severity: 'info' as const,
        place: lineAsPlace(line),
        message: `The line says the opposite of ${whereIs(other, path)}${how}`,
        help: 'Decide which of them holds, and take the other out.',
      },
    })),
  )
}
