import type { Document, Memory } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { type Copies, driftsIn } from '../../../formats/statements/drifts.ts'
import { rooModeOf } from '../claim.ts'
import { pagesImportedBy } from '../pages.ts'
import { factsOf, type InstructionFacts, isForAll } from '../read-instructions.ts'

/** Copies for several agents say the same. */
export const statementDrifted: MemoryRule = {
  id: 'statement-drifted',
  summary: 'The same statement in the files of several agents has the same numbers, names and paths.',
  why: 'Copies of one text drift apart line by line: a command or a limit is changed in the file of one agent, and the others go on with the old one.',
  howToFix:
    'Make the same change in the other file, or let one file import the other. Two files are taken for copies where they share five statements and three tenths of the shorter one, or two and most of it; where they share three, lines between two of these are compared. Single lines of any two files are compared where three quarters of their words are the same and no other line is as near, or all but one name. One difference to several files that are alike is one finding.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'AGENTS.md: Coverage stays above 80 %.   CLAUDE.md: Coverage stays above 90 %.\n',
    good: 'AGENTS.md and CLAUDE.md: Coverage stays above 90 %.\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const { path, found } of driftsIn(copiesIn(memory))) report(path, found)
  },
}

/** Files of two agents in one folder: two rules of one agent may be alike and be about two things. */
function* copiesIn(memory: Memory): Generator<Copies> {
  const { documents } = memory
  const files = documents.flatMap((one) => {
    const facts = factsOf(one)
    const isForOne = rooModeOf(one.path) !== null
    return facts && facts.mode !== 'never'
      ? [{ path: one.path, statements: facts.statements, of: one, isForSome: isForOne || isForSome(facts) }]
      : []
  })
  const pages = new Map(
    files.flatMap(({ of }) =>
      pagesImportedBy(of, memory).map((page) => [page.path, { ...page, of, isForSome: false }]),
    ),
  )
  for (const file of files)
    for (const page of pages.values())
      if (agentOf(page.of) !== agentOf(file.of) && page.of.scope === file.of.scope)
        yield [file, page, file.isForSome]
  for (const [i, file] of files.entries()) {
    for (const other of files.slice(0, i)) {
      // A rule about some files may say of these what holds for no others, but a name in the words of a line for all is that of the same thing.
      const areLines = other.isForSome !== file.isForSome
      if (agentOf(other.of) !== agentOf(file.of) && other.of.scope === file.of.scope)
        yield [file, other, areLines]
    }
  }
}

/** Rules of one mode are for the same agent as those of all modes. */
function agentOf({ kind }: Document): string {
  return kind === 'roo-mode-rule' ? 'roo-rule' : kind
}

function isForSome(facts: InstructionFacts): boolean {
  return facts.mode === 'for-paths' && !isForAll(facts)
}
