import type { Found, MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { type ListName, projectFacts, projectMemoryPath } from '../rows.ts'

/** A detail file has its row in the index; that a row has its file is seen to by `derived-fresh`. */
export const detailRow: MemoryRule = {
  id: 'detail-row',
  summary: 'Every detail file has its row in `memory.json`, and no other folder has detail files.',
  why: 'Agents search the index and load details by id: a file without a row is never found. Nothing says any more what it should hold, so no rebuild touches it.',
  howToFix:
    'Add the row, or give the file the name of its row. Delete the file only when the decision was never made. A row without a file is reported by `derived-fresh`, and `memkeep index` writes the file.',
  severity: 'error',
  severities: ['error', 'info'],
  fixable: false,
  example: {
    bad: '.cowork/memory/project/decisions/dec-iter-3-1770544800.md   (no such row)\n',
    good: '# memory.json\n{ "decisions": [{ "id": "dec-iter-3-1770544800", … }] }\n',
  },
  kinds: ['decision-detail', 'pattern-detail', 'project-insight'],
  subject: 'memory',
  check: (memory, report) => {
    for (const { kind, path } of memory.documents) if (kind === 'project-insight') report(path, insight())
    const facts = projectFacts(memory)
    if (!facts) return
    const ids = (list: ListName): ReadonlySet<string> => new Set(facts[list]?.map(({ id }) => id))
    const known = { decisions: ids('decisions'), patterns: ids('patterns') }
    const index = projectMemoryPath(memory.settings)
    for (const { kind, path, scope } of memory.documents) {
      if (kind !== 'decision-detail' && kind !== 'pattern-detail') continue
      const [list, other] = kind === 'decision-detail' ? ORDER : REVERSED
      if (facts[list] === null || known[list].has(scope)) continue
      report(path, {
        place: WHOLE_FILE,
        message: `The detail file has no row: "${scope}" is not among the ${list} of ${index}`,
        help: known[other].has(scope)
          ? `Move the file to ${other}/: its row is there.`
          : `Add the row to ${index}, or rename the file to the id of its row.`,
      })
    }
  },
}

function insight(): Found {
  return {
    place: WHOLE_FILE,
    severity: 'info',
    message: 'The file is in insights/, but only decisions and patterns have a list',
    help: 'Add what it says to memory.json: the index has no list of insights, so no reader finds the file.',
  }
}

const ORDER = ['decisions', 'patterns'] as const
const REVERSED = ['patterns', 'decisions'] as const
