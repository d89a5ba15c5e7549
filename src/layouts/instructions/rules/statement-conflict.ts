import type { Memory } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { languagesOfGlobs } from '../../../formats/statements/choice.ts'
import { conflictsIn, type SayingFile } from '../../../formats/statements/conflicts.ts'
import { sayingsIn } from '../../../formats/statements/sayings.ts'
import { rooModeOf } from '../claim.ts'
import { pagesImportedBy } from '../pages.ts'
import { factsOf, type InstructionFacts } from '../read-instructions.ts'

/** What agents read does not contradict itself or the repository. */
export const statementConflict: MemoryRule = {
  id: 'statement-conflict',
  summary: 'What agents are given does not contradict itself, or what the repository is configured with.',
  why: 'An agent follows one of two rules that contradict each other, and another agent, or the next session, the other. A version or a tool that the manifest does not have costs it wrong code and wrong commands.',
  howToFix:
    'Correct the line that is wrong, or take it out where the configuration says it anyway. Package managers, indentation, quotes, semicolons, line width, versions, test runners, linters and formatters are held against lockfiles, manifests and configuration; these, the base branch, the longest file, function and component, the largest change, test coverage, end-to-end runners, the first line of a commit, the command for one purpose (`Build: …`, “regenerate the stubs with …”), “always” against “never” in the same words, one thing “instead of” another, one number in the same sentence, and one limit of one thing, are also compared between files and with the pages that they import. What was seen in real repositories is a warning: package managers, versions and test runners that the repository refutes. The others are infos.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: 'Use npm.   (the lockfile is pnpm-lock.yaml)\n', good: 'Use pnpm.\n' },
  subject: 'memory',
  check: (memory, report) => {
    for (const { path, found } of conflictsIn(filesOf(memory), memory.configs)) report(path, found)
  },
}

/** What holds for a folder alone, or is loaded when somebody asks for it, is said in a rule for it; one for a language says what holds for all of it. */
function holdsOf({ mode, globs }: InstructionFacts): SayingFile['holds'] {
  if (mode === 'always') return 'everywhere'
  const isOfLanguage = globs.every(({ glob }) => /^(?:\*\*\/)*\*[^/]*$/.test(glob))
  return mode === 'for-paths' && isOfLanguage ? 'for-language' : 'in-folder'
}

/** Rules about some files alone may say of these what holds for no others. */
const ABOUT_CODE: ReadonlySet<string> = new Set(['indentation', 'quotes', 'semicolon style', 'line width'])

function filesOf(memory: Memory): readonly SayingFile[] {
  const { documents } = memory
  const pages = new Map<string, SayingFile>()
  const files = documents.flatMap((document): readonly SayingFile[] => {
    const facts = factsOf(document)
    if (!facts || facts.mode === 'never') return []
    const isForSome = facts.mode === 'for-paths'
    const mode = rooModeOf(document.path)
    if (facts.mode === 'always') {
      for (const { path, statements, text } of pagesImportedBy(document, memory))
        pages.set(path, {
          path,
          ...sayingsIn(statements, text),
          agent: document.kind,
          group: document.scope,
          holds: 'everywhere',
          isPage: true,
        })
    }
    const choices = facts.choices.flatMap((one) =>
      isForSome && one.of === '' && ABOUT_CODE.has(one.topic)
        ? languagesOfGlobs(facts.globs.map(({ glob }) => glob)).map((of) => ({ ...one, of }))
        : [one],
    )
    return [
      {
        path: document.path,
        statements: facts.statements,
        choices,
        agent: document.kind,
        group: document.scope,
        mode,
        holds: mode === null ? holdsOf(facts) : 'everywhere',
      },
    ]
  })
  return [...pages.values(), ...files]
}
