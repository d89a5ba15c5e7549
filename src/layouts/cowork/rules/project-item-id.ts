import type { DocumentRule, FoundText } from '../../../core/rule.ts'
import { LISTS, placeAt, readItemId, rowsOf, shownName, textIn } from '../rows.ts'

/** The id of a decision or pattern says what it is and where it came from, and can name its file. */
export const projectItemId: DocumentRule = {
  id: 'project-item-id',
  summary: 'Ids have the form `dec-{iteration}-{timestamp}` or `pat-…`, with the iteration of their row.',
  why: 'The id names the detail file and says which iteration a decision came from. One that disagrees with its row leads to the wrong session, and one of another form may not be a file name at all.',
  howToFix: 'Correct the id, or `iteration_id`, before the row is committed. A committed row keeps its id.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '{ "id": "dec-sqlite", "iteration_id": "iter-3" }\n',
    good: '{ "id": "dec-iter-3-1770544800", "iteration_id": "iter-3" }\n',
  },
  kinds: ['project-memory'],
  subject: 'document',
  check: (source, report) => {
    for (const list of LISTS) {
      const prefix = list === 'decisions' ? 'dec' : 'pat'
      for (const row of rowsOf(source, list)) {
        const id = textIn(row, 'id')
        const fault = id === undefined ? null : faultOf(id, prefix, textIn(row, 'iteration_id'))
        if (fault) report({ place: placeAt(source, `${row.pointer}/id`), ...fault })
      }
    }
  },
}

function faultOf(id: string, prefix: string, iteration: string | undefined): FoundText | null {
  const read = readItemId(id)
  if (read?.prefix !== prefix) {
    return {
      message: `Id "${shownName(id)}" does not have the form ${prefix}-{iteration}-{timestamp}`,
      help: 'Write letters, digits, `.`, `_`, `-` and spaces for the iteration, and a Unix time for the timestamp: the id names a file.',
    }
  }
  if (iteration === undefined || read.iteration === iteration) return null
  return {
    message: `Id ${id} names iteration "${read.iteration}", but \`iteration_id\` is "${iteration}"`,
    help: 'Correct the one of the two that is wrong.',
  }
}
