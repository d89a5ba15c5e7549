import type { Document, Memory } from '../../../core/document.ts'
import type { Repetition } from '../../../core/layout.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { compareText } from '../../../core/text.ts'
import type { SaidFile } from '../../../formats/statements/read-statements.ts'
import { foundRepetition, MOST_REPEATING, repetitionsOf } from '../../../formats/statements/repetitions.ts'
import { rooModeOf } from '../claim.ts'
import { importedBy } from '../pages.ts'
import { factsOf } from '../read-instructions.ts'
import { type FileReaders, readersOf } from '../readers.ts'

/** Nothing is sent to an agent twice. */
export const statementRepeated: MemoryRule = {
  id: 'statement-repeated',
  summary: 'What an agent loads has each statement once.',
  why: 'What is loaded twice costs tokens in each session, and one of both is forgotten at the next change. A text that several agents need each in a file of its own is no repetition.',
  howToFix:
    'Take the statements out of the file that needs them less. The finding counts statements in the same words or in most of them, in any order, with the same code and numbers: those of six words or more, of one file again those of eight in another section, and shorter ones in a row of three; pointers to other texts and lines of code alone count for nothing. It says what they cost, also of a page that is imported.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'CLAUDE.md that imports AGENTS.md and repeats 12 of its sentences\n',
    good: 'CLAUDE.md that imports AGENTS.md and adds what is for Claude Code alone\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const one of repetitionsIn(memory)) {
      const isImported = memory.pages?.has(one.other) ?? false
      const how = isImported ? 'which it imports' : 'which every agent loads that loads this one'
      report(one.path, foundRepetition(one, how))
    }
  },
}

/** What is loaded twice: statements of a file that are in another one as well, or in the same file before. */
export function repetitionsIn(memory: Memory): readonly Repetition[] {
  const files = memory.documents.filter((one) => factsOf(one)).slice(0, MOST_REPEATING)
  const readers = readersOf(memory)
  return repetitionsOf(
    files.map((file) => ({
      path: file.path,
      statements: factsOf(file)?.statements ?? [],
      loadedWith: () => loadedWith(file, files, readers, memory),
    })),
  )
}

/** What is loaded wherever a file is. What is loaded when somebody asks for it is there for those whose agent loads nothing else. */
function loadedWith(
  file: Document,
  files: readonly Document[],
  readers: FileReaders,
  memory: Memory,
): readonly SaidFile[] {
  const mode = factsOf(file)?.mode
  const isOfMode = rooModeOf(file.path) !== null
  if ((mode !== 'always' && mode !== 'for-paths' && !isOfMode) || KEPT.test(file.path)) return []
  const loaded = files.flatMap((other): readonly SaidFile[] =>
    other === file || isInsteadOf(file.path, other.path) || !isRedundant(file, other, readers)
      ? []
      : [{ path: other.path, statements: factsOf(other)?.statements ?? [] }],
  )
  return [...loaded, ...importedBy(file, memory)]
}

/** Folders of copies that are kept: no agent works there. */
const KEPT = /(?:^|\/)(?:baselines?|backups?|snapshots?|reference-\w+|pre-\w+|old|legacy)\//i

/** A rule for some files, or for one mode, is loaded on top of what its agent always loads. */
function isRedundant(file: Document, other: Document, readers: FileReaders): boolean {
  const mode = rooModeOf(file.path)
  if (mode !== null && rooModeOf(other.path) === mode) return compareText(other.path, file.path) < 0
  if (factsOf(file)?.mode !== 'for-paths' && mode === null) return readers.isRedundant(file.path, other.path)
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
