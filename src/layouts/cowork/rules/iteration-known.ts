import type { Memory } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { sessionFacts } from '../read-files.ts'
import { LISTS, projectFacts, projectMemory, shownName } from '../rows.ts'

/** The iteration that a row names is one that there is, or was. */
export const iterationKnown: MemoryRule = {
  id: 'iteration-known',
  summary: 'The iteration of a decision or pattern is known.',
  why: 'A row is traced to its session by `iteration_id`; a misspelt one leads nowhere. The file of a completed session is cleared, so where `session.json` lists no sessions a missing one is only info, and where there is no iteration at all nothing is reported.',
  howToFix: 'Correct `iteration_id`, or list the session in `sessions` of `session.json`.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '# iterations/iter-3.json, and in memory.json\n{ "iteration_id": "iter_3" }\n',
    good: '# iterations/iter-3.json, and in memory.json\n{ "iteration_id": "iter-3" }\n',
  },
  kinds: ['project-memory'],
  subject: 'memory',
  check: (memory, report) => {
    const document = projectMemory(memory)
    const facts = projectFacts(memory)
    const { known, isRegister } = iterationsOf(memory)
    if (!document || !facts || known.size === 0) return
    const names = new Set([...known].map(plain))
    const spelt = new Map([...known].map((id) => [loose(id), id]))
    for (const { id, iteration } of LISTS.flatMap((list) => facts[list] ?? [])) {
      if (!iteration || iteration.id === '' || names.has(plain(iteration.id))) continue
      const meant = spelt.get(loose(iteration.id))
      report(document.path, {
        place: iteration.place,
        severity: isRegister || meant !== undefined ? 'warning' : 'info',
        message: `Iteration "${shownName(iteration.id)}" of ${shownName(id)} has no file and is not in session.json`,
        help:
          meant === undefined
            ? 'Correct it, unless its session is completed: list that in `sessions` of session.json.'
            : `Did you mean "${meant}"?`,
      })
    }
  },
}

/** Those with a file, whether it can be read or not, and those that `session.json` names. */
function iterationsOf(memory: Memory): {
  readonly known: ReadonlySet<string>
  readonly isRegister: boolean
} {
  const files = memory.documents.filter(({ kind }) => kind === 'iteration-memory').map(({ scope }) => scope)
  const session = sessionFacts(memory)?.facts
  return { known: new Set([...files, ...(session?.named ?? [])]), isRegister: session?.isRegister ?? false }
}

/** Some file systems decompose letters in names. */
function plain(id: string): string {
  return id.normalize('NFC')
}

/** What two spellings of one name have in common: case, `_`, `-`, spaces and leading zeros do not count. */
function loose(id: string): string {
  return plain(id)
    .toLowerCase()
    .replace(/[\s_.-]+/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}
