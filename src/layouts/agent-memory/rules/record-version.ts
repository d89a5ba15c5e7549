import type { DocumentRule } from '../../../core/rule.ts'
import { fieldPlace, recordOf, SCHEMA_VERSION } from '../record.ts'

/** A record of a newer form is read as one of this form, and that is said. */
export const recordVersion: DocumentRule = {
  id: 'record-version',
  summary: 'The `schemaVersion` of a record is one that memkeep knows.',
  why: 'A newer version may mean something else by a field. What is known of this version is still checked, and a finding may then be wrong.',
  howToFix: 'Update memkeep. If no newer version of the format exists, correct the number.',
  severity: 'warning',
  fixable: false,
  example: { bad: '{ "schemaVersion": 2 }\n', good: '{ "schemaVersion": 1 }\n' },
  kinds: ['record', 'archived-record'],
  subject: 'document',
  check: (source, report) => {
    const version = recordOf(source)?.schemaVersion
    if (typeof version !== 'number' || !Number.isInteger(version) || version <= SCHEMA_VERSION) return
    report({
      place: fieldPlace(source, 'schemaVersion'),
      message: `\`schemaVersion\` is ${version}, but memkeep knows versions up to ${SCHEMA_VERSION}`,
      help: 'Update memkeep, or correct the number.',
    })
  },
}
