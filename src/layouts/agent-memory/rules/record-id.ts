import type { DocumentRule, FoundText } from '../../../core/rule.ts'
import { isUuid } from '../claim.ts'
import { fieldPlace, recordOf, textOf } from '../record.ts'

/** A record is found by its id, which is the name of its file. */
export const recordId: DocumentRule = {
  id: 'record-id',
  summary: 'The id of a record is a UUID, and the name of its file.',
  why: 'A record is read, promoted and archived by its id alone. Under another file name it is listed and cannot be opened, or a copy that kept the old id overwrites the original.',
  howToFix: 'Rename the file to its id with `.json` at the end. Give a copy a new id.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# .agent-memory/working/owner-guid.json\n{ "id": "2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10" }\n',
    good: '# .agent-memory/working/2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10.json\n{ "id": "2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10" }\n',
  },
  kinds: ['record'],
  subject: 'document',
  check: (source, report) => {
    const id = textOf(recordOf(source), 'id')
    if (id === null) return
    const name = source.path.slice(source.path.lastIndexOf('/') + 1)
    const found = isUuid(id) ? wrongName(id, name) : NO_UUID
    if (found) report({ place: fieldPlace(source, 'id'), ...found })
  },
}

const NO_UUID: FoundText = {
  message: 'The id is not a UUID',
  help: 'Give the record a new UUID, and its file the same name.',
}

function wrongName(id: string, name: string): FoundText | null {
  if (name === `${id}.json`) return null
  return {
    message: `The id is ${id}, but the file is named ${name}`,
    help: `Rename the file to ${id}.json; a copy of another record gets a new id.`,
  }
}
