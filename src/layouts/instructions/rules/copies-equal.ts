import { similarity } from '../../../core/changes/pair-by-body.ts'
import type { Document, Memory } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { factsOf } from '../read-instructions.ts'

/** Files of one folder that say the same to two agents. */
const SAME: ReadonlySet<string> = new Set(['agents-md', 'claude-md', 'gemini-md', 'copilot-instructions'])

/** Above this share of words in common two texts are copies of one. */
const COPY = 0.6

/** Copies for several agents are one text. */
export const copiesEqual: MemoryRule = {
  id: 'copies-equal',
  summary: 'Copies of one text for several agents are equal.',
  why: 'A copy that was not changed with the other gives one agent old rules, and nothing shows which agent.',
  howToFix:
    'Make one file the source: let `CLAUDE.md` hold `@AGENTS.md` alone, or make it a symlink. Then there is nothing to keep equal.',
  severity: 'warning',
  fixable: false,
  example: { bad: 'AGENTS.md and CLAUDE.md that differ in three lines\n', good: 'CLAUDE.md: @AGENTS.md\n' },
  subject: 'memory',
  check: (memory, report) => {
    for (const group of folders(memory)) {
      group.forEach((document, i) => {
        const other = group.slice(0, i).find((one) => isDrifted(one, document))
        if (!other) return
        const name = other.path.slice(other.path.lastIndexOf('/') + 1)
        report(document.path, {
          place: WHOLE_FILE,
          message: `The file is a copy of ${name} that differs from it`,
          help: `Copy the newer text over the older, or write \`@${name}\` as the only line of a CLAUDE.md.`,
        })
      })
    }
  },
}

function folders({ documents }: Memory): readonly (readonly Document[])[] {
  const groups = new Map<string, Document[]>()
  for (const document of documents) {
    if (SAME.has(document.kind)) groups.set(document.scope, [...(groups.get(document.scope) ?? []), document])
  }
  return [...groups.values()]
}

function isDrifted(a: Document, b: Document): boolean {
  const one = factsOf(a)
  const other = factsOf(b)
  if (!one?.body || !other?.body || one.body === other.body) return false
  return similarity(one.sketch, other.sketch) >= COPY
}
