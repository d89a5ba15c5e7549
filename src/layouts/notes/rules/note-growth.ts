import type { Document, Memory } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { homeOf } from '../claim.ts'
import { vendoredPaths } from '../vendored.ts'

/** The specification of agent skills advises fewer lines. */
const LINES = 500

/** What is read whole stays short. */
export const noteGrowth: MemoryRule = {
  id: 'note-growth',
  summary: `A note, skill, subagent or command, which agents read whole, has no more than ${LINES} lines.`,
  why: 'An agent that opens the file pays for all of it. Past some hundred lines it costs more of its context than it gives, and what is in the middle is followed least.',
  howToFix: 'Move what is seldom needed to a page of its own, and name that page where it is needed.',
  severity: 'info',
  fixable: false,
  example: { bad: 'SKILL.md of 900 lines\n', good: 'SKILL.md of 120 lines and references/api.md\n' },
  subject: 'memory',
  check: (memory, report) => {
    for (const [folder, [first, ...more]] of longByFolder(memory)) {
      if (!first) continue
      const others = more.length > 0 ? `, as have ${more.length} more of ${folder}` : ''
      report(first.path, {
        place: WHOLE_FILE,
        message: `The file has more than ${LINES} lines${others}: agents read it whole`,
        help: 'Move what is seldom needed to a page of its own, and name that page where it is needed.',
      })
    }
  },
}

/** The longest first. A page is opened for what is in it. */
function longByFolder(memory: Memory): ReadonlyMap<string, readonly Document[]> {
  const found = new Map<string, Document[]>()
  const vendored = new Set(vendoredPaths(memory))
  const own = memory.documents.filter(({ path }) => !vendored.has(path))
  const long = own.filter(({ kind, lines }) => kind !== 'skill-page' && lines > LINES)
  for (const one of [...long].sort((a, b) => b.lines - a.lines)) {
    const folder = homeOf(one.path)
    found.set(folder, [...(found.get(folder) ?? []), one])
  }
  return found
}
