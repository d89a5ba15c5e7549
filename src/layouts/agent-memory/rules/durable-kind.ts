import type { DocumentRule } from '../../../core/rule.ts'
import { fieldPlace, recordOf, textOf } from '../record.ts'

/** What is promoted for good is what has been validated. */
export const durableKind: DocumentRule = {
  id: 'durable-kind',
  summary: 'The scope `durable` holds facts and decisions only.',
  why: 'Durable memory is trusted without being looked at again. Notes and procedures change with the work and belong to the scope `working`.',
  howToFix: 'Move the record back to `working`, or write down the fact or the decision that it contains.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# .agent-memory/durable/…\n{ "kind": "note", "scope": "durable" }\n',
    good: '# .agent-memory/working/…\n{ "kind": "note", "scope": "working" }\n',
  },
  kinds: ['record'],
  subject: 'document',
  check: (source, report) => {
    const kind = textOf(recordOf(source), 'kind')
    if (source.scope !== 'durable' || (kind !== 'note' && kind !== 'procedure')) return
    report({
      place: fieldPlace(source, 'kind'),
      message: `The scope durable holds a ${kind}, but only facts and decisions belong there`,
      help: 'Move the record to working, or rewrite it as the fact or decision that it contains.',
    })
  },
}
