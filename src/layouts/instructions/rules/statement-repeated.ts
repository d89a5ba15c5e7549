import type { Document, Memory } from '../../../core/document.ts'
import type { Repetition } from '../../../core/layout.ts'
import { firstNames } from '../../../core/messages.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { MOST_LOOKED_FOR } from '../../../formats/statements/near.ts'
import { plainText } from '../../../formats/statements/read-statements.ts'
import { ROW, repeatedStatements, sharedStatements } from '../../../formats/statements/repeats.ts'
import type { Shared } from '../../../formats/statements/wholes.ts'
import { estimateTokens } from '../../../formats/tokens.ts'
import { importedBy, type LoadedWith } from '../pages.ts'
import { factsOf } from '../read-instructions.ts'
import { type FileReaders, readersOf } from '../readers.ts'
import { lineAsPlace } from './statement-conflict.ts'

/** Nothing is sent to an agent twice. */
export const statementRepeated: MemoryRule = {
  id: 'statement-repeated',
  summary: 'What an agent loads has each statement once.',
  why: 'What is loaded twice costs tokens in each session, and one of both is forgotten at the next change. A text that several agents need each in a file of its own is no repetition.',
  howToFix:
    'Take the statements out of the file that needs them less. The finding counts statements in the same words or in most of them, in any order, with the same code and numbers: those of six words or more, of one file again those of eight, and shorter ones in a row of three. It says what they cost, also of a page that is imported.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'CLAUDE.md that imports AGENTS.md and repeats 12 of its sentences\n',
    good: 'CLAUDE.md that imports AGENTS.md and adds what is for Claude Code alone\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const { path, other, shared } of repetitionsIn(memory))
      report(
        path,
        path === other ? foundAgain(shared) : foundIn(other, shared, memory.pages?.has(other) ?? false),
      )
  },
}

/** What is loaded twice: statements of a file that are in another one as well, or in the same file before. */
export function repetitionsIn(memory: Memory): readonly Repetition[] {
  const files = memory.documents.filter((one) => factsOf(one)).slice(0, MOST_FILES)
  const search: Search = { memory, files, readers: readersOf(memory), lookedFor: 0 }
  return files.flatMap((file): readonly Repetition[] => {
    const { path } = file
    const again = repeatedStatements(factsOf(file)?.statements ?? [])
    const tokens = tokensOf(again)
    // What is loaded when somebody asks for it is there for those whose agent loads nothing else.
    const mode = factsOf(file)?.mode
    const isLoaded = (mode === 'always' || mode === 'for-paths') && !KEPT.test(path)
    const others = isLoaded ? filesThatHaveIt(file, search) : []
    return [
      ...(isWorth(again, LEAST_AGAIN) ? [{ path, other: path, shared: again, tokens }] : []),
      ...others.map((one) => ({ ...one, path, other: one.path })),
    ]
  })
}

/** Folders of copies that are kept: no agent works there. */
const KEPT = /(?:^|\/)(?:baselines?|backups?|snapshots?|reference-\w+|pre-\w+|old|legacy)\//i

/** So many files are compared with each other. */
const MOST_FILES = 200

/** Less is not worth a finding; a row of statements is none by chance. */
const LEAST_TOKENS = 14
const LEAST_IN_ROW = 12

/** Lists of the same answers or codes come back in a file: one or two statements have to be longer. */
const LEAST_AGAIN = 16

function isWorth(shared: readonly Shared[], least: number): boolean {
  if (shared.length >= ROW) return tokensOf(shared) >= LEAST_IN_ROW
  return shared.reduce((sum, { text }) => sum + tokensIn(plainText(text)), 0) >= least
}

/** What is compared, and how many statements were looked for so far. */
type Search = {
  readonly memory: Memory
  readonly files: readonly Document[]
  readonly readers: FileReaders
  lookedFor: number
}

type Repeated = { readonly path: string; readonly shared: readonly Shared[]; readonly tokens: number }

/** Of the files that are loaded wherever a file is, those that have its statements: the one with most of them first, then what it has not. */
function filesThatHaveIt(file: Document, search: Search): readonly Repeated[] {
  const { memory, files, readers } = search
  const own = factsOf(file)?.statements ?? []
  const loaded = files.flatMap((other): readonly LoadedWith[] =>
    other === file || isInsteadOf(file.path, other.path) || !isRedundant(file, other, readers)
      ? []
      : [{ path: other.path, statements: factsOf(other)?.statements ?? [] }],
  )
  const found = [...loaded, ...importedBy(file, memory)].flatMap(
    ({ path, statements }): readonly Repeated[] => {
      search.lookedFor += own.length
      const shared = sharedStatements(own, statements, search.lookedFor <= MOST_LOOKED_FOR)
      return isWorth(shared, LEAST_TOKENS) ? [{ path, shared, tokens: tokensOf(shared) }] : []
    },
  )
  const named = new Set<number>()
  return found
    .toSorted((a, b) => b.tokens - a.tokens)
    .flatMap((one): readonly Repeated[] => {
      const shared = one.shared.filter(({ line }) => !named.has(line))
      if (!isWorth(shared, LEAST_TOKENS)) return []
      for (const { line } of shared) named.add(line)
      return [{ path: one.path, shared, tokens: tokensOf(shared) }]
    })
}

/** A rule for some files is loaded on top of what its agent always loads. */
function isRedundant(file: Document, other: Document, readers: FileReaders): boolean {
  if (factsOf(file)?.mode !== 'for-paths') return readers.isRedundant(file.path, other.path)
  return (
    factsOf(other)?.mode === 'always' && other.scope === '' && readers.isAlwaysWith(file.kind, other.path)
  )
}

/** Files that an agent reads only where its folder of rules is not there. */
function isInsteadOf(path: string, other: string): boolean {
  const both = [path, other].map((one) => one.slice(one.lastIndexOf('/') + 1))
  const isOf = (folder: string): boolean => [path, other].some((one) => one.includes(folder))
  return (
    (both.includes('.roorules') && isOf('.roo/')) || (both.includes('.windsurfrules') && isOf('.windsurf/'))
  )
}

function tokensOf(shared: readonly Shared[]): number {
  return shared.reduce((sum, { text }) => sum + tokensIn(text), 0)
}

/** The same statements are counted for many pairs of files. */
function tokensIn(text: string): number {
  const known = counted.get(text) ?? estimateTokens(text)
  if (counted.size >= MOST_COUNTED) counted.clear()
  counted.set(text, known)
  return known
}

const counted = new Map<string, number>()

const MOST_COUNTED = 100_000

function foundIn(path: string, shared: readonly Shared[], isImported: boolean) {
  const what = shared.length === 1 ? 'One statement' : `${shared.length} statements`
  const how = isImported ? 'which it imports' : 'which every agent loads that loads this one'
  return {
    place: lineAsPlace(shared[0]?.line ?? 1),
    message: `${what} of this file ${shared.length === 1 ? 'is' : 'are'} in ${path} as well, ${how}: about ${tokensOf(shared)} tokens each time`,
    help: `Take ${shared.length === 1 ? 'it' : 'them'} out of one of both: ${linesOf(shared, (line) => `${line} there`)}.`,
  }
}

function foundAgain(shared: readonly Shared[]) {
  const what = shared.length === 1 ? 'One statement is' : `${shared.length} statements are`
  return {
    place: lineAsPlace(shared[0]?.line ?? 1),
    message: `${what} in this file once more: about ${tokensOf(shared)} tokens each time that it is loaded`,
    help: `Take out what is said before: ${linesOf(shared, (line) => `as line ${line}`)}.`,
  }
}

/** Lines, as far as people read them: a few with those that say the same, because the words may be others. */
function linesOf(shared: readonly Shared[], same: (line: number) => string): string {
  if (shared.length <= MOST_PAIRS)
    return shared.map(({ line, otherLine }) => `line ${line} (${same(otherLine)})`).join(', ')
  const lines = [...new Set(shared.map(({ line }) => String(line)))]
  return `${lines.length === 1 ? 'line' : 'lines'} ${firstNames(lines, MOST_LINES)}`
}

const MOST_PAIRS = 4
const MOST_LINES = 12
