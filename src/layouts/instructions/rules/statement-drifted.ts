import type { Document } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { driftsIn } from '../../../formats/statements/drifts.ts'
import { factsOf, isForAll, type LoadMode } from '../read-instructions.ts'

/** Copies for several agents say the same. */
export const statementDrifted: MemoryRule = {
  id: 'statement-drifted',
  summary: 'The same statement in the files of several agents has the same numbers, names and paths.',
  why: 'Copies of one text drift apart line by line: a command or a limit is changed in the file of one agent, and the others go on with the old one.',
  howToFix:
    'Make the same change in the other file, or let one file import the other. Two files are taken for copies where they share five statements and three tenths of the shorter one, or two and most of it; where they share three, lines between two of these are compared. Single lines of any two files are compared where three quarters of their words are the same and no other line is as near, or all but one name.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'AGENTS.md: Coverage stays above 80 %.   CLAUDE.md: Coverage stays above 90 %.\n',
    good: 'AGENTS.md and CLAUDE.md: Coverage stays above 90 %.\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    const files = memory.documents.filter((one) => one.kind !== 'roo-mode-rule' && modeOf(one) !== 'never')
    const saying = new Map(
      files.map((one) => [one, { path: one.path, statements: factsOf(one)?.statements ?? [] }]),
    )
    // Two rules of one agent may be alike and be about two things.
    const pairs = files.flatMap((file, i) =>
      files.slice(0, i).flatMap((other) => {
        const isOfOther = other.kind !== file.kind && other.scope === file.scope
        const [own, their] = [saying.get(file), saying.get(other)]
        if (!isOfOther || !own || !their) return []
        // A rule about some files may say of these what holds for no others, but a name in the words of a line for all is that of the same thing.
        return [
          isForSome(other) === isForSome(file) ? ([own, their] as const) : ([own, their, true] as const),
        ]
      }),
    )
    for (const { path, found } of driftsIn(pairs)) report(path, found)
  },
}

function modeOf(document: Document): LoadMode {
  return factsOf(document)?.mode ?? 'never'
}

function isForSome(document: Document): boolean {
  const facts = factsOf(document)
  return facts?.mode === 'for-paths' && !isForAll(facts)
}
