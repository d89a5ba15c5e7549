import { ruleTest } from '../../../helpers/rule-test.ts'
import { idOf, lineOf, recordText } from '../records.ts'

const path = (scope: string): string => `.agent-memory/${scope}/${idOf(1)}.json`
const record = (scope: string, kind: string) => ({ [path(scope)]: { ignored: recordText({ scope, kind }) } })

ruleTest('durable-kind', {
  valid: [
    { name: 'a durable fact', files: record('durable', 'fact') },
    { name: 'a durable decision', files: record('durable', 'decision') },
    { name: 'a working note', files: record('working', 'note') },
    { name: 'a procedure of a session', files: record('session', 'procedure') },
  ],
  invalid: [
    ...['note', 'procedure'].map((kind) => ({
      name: `a durable ${kind}`,
      files: record('durable', kind),
      expect: [
        {
          path: path('durable'),
          line: lineOf('kind'),
          column: 11,
          severity: 'warning' as const,
          message: new RegExp(`The scope durable holds a ${kind}`),
        },
      ],
    })),
    {
      name: 'nothing in a kind that does not exist: that is the schema’s',
      files: record('durable', 'howto'),
      expect: [{ path: path('durable'), line: lineOf('kind'), rule: 'schema' }],
    },
  ],
})
