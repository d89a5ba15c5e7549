import type { Document } from '../../../core/document.ts'
import { shellWord } from '../../../core/messages.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { type Drift, driftsBetween } from '../../../formats/statements/copies.ts'
import { MOST_LOOKED_FOR } from '../../../formats/statements/near.ts'
import { factsOf, isForAll, type LoadMode } from '../read-instructions.ts'
import { lineAsPlace } from './statement-conflict.ts'

/** Copies for several agents say the same. */
export const statementDrifted: MemoryRule = {
  id: 'statement-drifted',
  summary: 'The same statement in the files of several agents has the same numbers, names and paths.',
  why: 'Copies of one text drift apart line by line: a command or a limit is changed in the file of one agent, and the others go on with the old one.',
  howToFix:
    'Make the same change in the other file, or let one file import the other. Two files are taken for copies where they share five statements and three tenths of the shorter one, or two and most of it; where they share three, lines between two of these are compared. Single lines of any two files are compared where three quarters of their words are the same and no other line is as near.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'AGENTS.md: Coverage stays above 80 %.   CLAUDE.md: Coverage stays above 90 %.\n',
    good: 'AGENTS.md and CLAUDE.md: Coverage stays above 90 %.\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    const files = memory.documents.filter((one) => one.kind !== 'roo-mode-rule' && modeOf(one) !== 'never')
    let [pairs, lookedFor] = [0, 0]
    files.forEach((file, i) => {
      for (const other of files.slice(0, i)) {
        // Two rules of one agent may be alike and be about two things.
        const isOfOther = other.kind !== file.kind && other.scope === file.scope
        if (!isOfOther || isForSome(other) !== isForSome(file) || ++pairs > MOST_PAIRS) continue
        const own = factsOf(file)?.statements ?? []
        lookedFor += own.length
        const withLines = lookedFor <= MOST_LOOKED_FOR
        const found = driftsBetween(own, factsOf(other)?.statements ?? [], withLines)
        const [first, ...more] = found
        if (!first) continue
        report(file.path, {
          place: lineAsPlace(first.line),
          message: `The line says \`${first.says}\` where ${other.path}:${first.otherLine} says \`${first.otherSays}\`${more.length > 0 ? `; ${more.length} more ${more.length === 1 ? 'line differs' : 'lines differ'} so` : ''}`,
          help: `Decide which of them holds, and say it in both${listed(more)}. \`${blame(file.path, first.line)}\` and \`${blame(other.path, first.otherLine)}\` show the commits that wrote the two lines.`,
        })
      }
    })
  },
}

/** So many pairs of files are compared. */
const MOST_PAIRS = 3000

function modeOf(document: Document): LoadMode {
  return factsOf(document)?.mode ?? 'never'
}

/** A rule about some files may say of these what holds for no others. */
function isForSome(document: Document): boolean {
  const facts = factsOf(document)
  return facts?.mode === 'for-paths' && !isForAll(facts)
}

function blame(path: string, line: number): string {
  return `git blame -L ${line},${line} -- ${shellWord(path)}`
}

function listed(more: readonly Drift[]): string {
  const some = more
    .slice(0, 5)
    .map(({ line, says, otherSays }) => `line ${line} \`${says}\`, there \`${otherSays}\``)
  return some.length > 0 ? `: ${some.join('; ')}${more.length > some.length ? ' and more' : ''}` : ''
}
