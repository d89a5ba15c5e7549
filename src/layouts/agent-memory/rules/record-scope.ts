import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { nearest } from '../../../formats/names.ts'
import { agentMemoryRoot, isScope, SCOPES } from '../claim.ts'
import { fieldPlace, recordOf, textOf } from '../record.ts'

const NAMES = 'session, working or durable'

/** A record is directly in the directory of its scope. */
export const recordScope: DocumentRule = {
  id: 'record-scope',
  summary: 'A record is directly in the directory of its scope.',
  why: 'Tools filter by the directory first and by the field afterwards. A record whose two disagree, or that is in no scope at all, is found by neither.',
  howToFix:
    'Move the file into the directory of its scope, or correct the field: promoting a record does both.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# .agent-memory/durable/2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10.json\n{ "scope": "working" }\n',
    good: '# .agent-memory/durable/2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10.json\n{ "scope": "durable" }\n',
  },
  kinds: ['record'],
  subject: 'document',
  check: (source, report) => {
    const found = wrongFolder(source) ?? wrongField(source)
    if (found) report(found)
  },
}

function wrongFolder({ path, scope, settings }: Source): Found | null {
  const root = agentMemoryRoot(settings)
  const place = WHOLE_FILE
  if (!isScope(scope)) {
    const guess = nearest(scope, SCOPES)
    const what = scope === '' ? `directly in ${root}` : `in directory ${scope} of ${root}`
    const help = guess === undefined ? `Move the record into one of them.` : `Did you mean "${guess}"?`
    return { place, message: `The record is ${what}, not in ${NAMES}`, help }
  }
  const folder = path.slice(0, path.lastIndexOf('/'))
  if (folder === `${root}/${scope}`) return null
  return {
    place,
    message: `The record is in ${folder}, not directly in ${root}/${scope}`,
    help: `Move the file to ${root}/${scope}.`,
  }
}

/** The schema reports a scope that does not exist. */
function wrongField(source: Source): Found | null {
  const field = textOf(recordOf(source), 'scope')
  if (!isScope(field) || field === source.scope) return null
  return {
    place: fieldPlace(source, 'scope'),
    message: `\`scope\` is ${field}, but the directory is ${source.scope}`,
    help: `Correct the field, or move the file to ${agentMemoryRoot(source.settings)}/${field}.`,
  }
}
