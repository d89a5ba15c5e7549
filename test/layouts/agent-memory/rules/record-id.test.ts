import { ruleTest } from '../../../helpers/rule-test.ts'
import { idOf, lineOf, recordText } from '../records.ts'

const path = (name: string): string => `.agent-memory/working/${name}.json`
const UPPER = idOf(10).toUpperCase()

ruleTest('record-id', {
  valid: [
    { name: 'a file called by its id', files: { [path(idOf(1))]: { ignored: recordText() } } },
    { name: 'upper case in both', files: { [path(UPPER)]: { ignored: recordText({ id: UPPER }) } } },
    {
      name: 'an archived duplicate under another name',
      files: { [`.agent-memory/_archive/${idOf(1)}-2.json`]: { ignored: recordText() } },
    },
  ],
  invalid: [
    {
      name: 'another id',
      files: { [path(idOf(2))]: { ignored: recordText() } },
      expect: [
        {
          path: path(idOf(2)),
          line: lineOf('id'),
          column: 9,
          message: /000001, but the file is named 2f6d1c1e/,
        },
      ],
    },
    {
      name: 'a file called by its subject',
      files: { [path('owner guid')]: { ignored: recordText() } },
      expect: [
        { path: path('owner guid'), line: lineOf('id'), severity: 'error', message: /owner guid\.json/ },
      ],
    },
    {
      name: 'a case that differs: some file systems take it for another file',
      files: { [path(UPPER)]: { ignored: recordText({ id: idOf(10) }) } },
      expect: [{ path: path(UPPER), line: lineOf('id') }],
    },
    {
      name: 'an id that is no UUID, once, although the file is called so',
      files: { [path('mem-7')]: { ignored: recordText({ id: 'mem-7' }) } },
      expect: [{ path: path('mem-7'), line: lineOf('id'), message: /is not a UUID/ }],
    },
    {
      name: 'a copy that kept its id, also as the second one with it',
      files: {
        [path(idOf(1))]: { ignored: recordText() },
        [path(idOf(2))]: { ignored: recordText() },
      },
      expect: [
        { path: path(idOf(2)), line: lineOf('id') },
        { path: path(idOf(2)), line: lineOf('id'), rule: 'id-unique' },
      ],
    },
    {
      name: 'a record in two scopes as the second one with its id, whatever its case',
      files: {
        [path(idOf(10))]: { ignored: recordText({ id: idOf(10) }) },
        [`.agent-memory/session/${UPPER}.json`]: { ignored: recordText({ id: UPPER, scope: 'session' }) },
      },
      expect: [{ path: path(idOf(10)), line: lineOf('id'), rule: 'id-unique' }],
    },
    {
      name: 'nothing in an id that is missing or no text: that is the schema’s',
      files: {
        [path('a')]: { ignored: recordText({ id: undefined }) },
        [path('b')]: { ignored: recordText({ id: 7 }) },
      },
      expect: [
        { path: path('a'), line: 1, rule: 'schema', message: /"id": a UUID/ },
        { path: path('b'), line: lineOf('id'), rule: 'schema' },
      ],
    },
  ],
})
