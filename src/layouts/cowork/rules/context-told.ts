import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { namesIn } from '../read-files.ts'
import { projectFacts, projectMemoryPath, shownName } from '../rows.ts'

/** How many names a message lists. */
const NAMED = 3

/** The context in prose and the one in the index name the same things. */
export const contextTold: MemoryRule = {
  id: 'context-told',
  summary:
    '`context.md` names what `context` in `memory.json` names: the stack, the style, the dependencies.',
  why: 'People read the prose and tools read the index. Where the two differ, one of them is out of date, and nothing else shows which.',
  howToFix: 'Correct the one of the two that is wrong. The prose is yours: no rebuild writes it.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '# context.md says "Data is kept in Postgres."\n{ "context": { "tech_stack": ["SQLite"] } }\n',
    good: '# context.md says "Data is kept in SQLite."\n{ "context": { "tech_stack": ["SQLite"] } }\n',
  },
  kinds: ['project-context'],
  subject: 'memory',
  check: (memory, report) => {
    const stated = projectFacts(memory)?.context ?? []
    for (const document of memory.documents) {
      const names = document.kind === 'project-context' ? namesIn(document) : null
      const missing = names ? stated.filter((name) => !names(name)) : []
      if (missing.length === 0) continue
      const index = projectMemoryPath(memory.settings)
      report(document.path, {
        place: WHOLE_FILE,
        message: `The text does not name ${listNames(missing)}, but \`context\` of ${index} does`,
        help: 'Correct the text, or `context`.',
      })
    }
  },
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map(shownName)
  const last = names.length > NAMED ? `${names.length - NAMED} more` : shown.pop()
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : `${last}`
}
