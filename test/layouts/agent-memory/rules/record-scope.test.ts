import { ruleTest } from '../../../helpers/rule-test.ts'
import { idOf, lineOf, recordText } from '../records.ts'

const ROOT = '.agent-memory'
const NAME = `${idOf(1)}.json`

ruleTest('record-scope', {
  valid: [
    {
      name: 'each scope in its directory',
      files: Object.fromEntries(
        ['session', 'working', 'durable'].map((scope, i) => [
          `${ROOT}/${scope}/${idOf(i)}.json`,
          { ignored: recordText({ id: idOf(i), scope }) },
        ]),
      ),
    },
    {
      name: 'a root that settings move',
      files: { [`var/memory/working/${NAME}`]: { ignored: recordText() } },
      settings: 'agentMemory: { root: var/memory/ }',
    },
    {
      name: 'lists next to the scopes, tools’ own directories and temporary files',
      files: {
        [`${ROOT}/index.json`]: { ignored: '[' },
        [`${ROOT}/_locks/working.json`]: { ignored: '' },
        [`${ROOT}/.cache/x.json`]: { ignored: '' },
        [`${ROOT}/working/.${NAME}`]: { ignored: '' },
        [`${ROOT}/working/${NAME}.tmp`]: { ignored: '' },
        [`${ROOT}/working/.lock`]: { ignored: '' },
      },
    },
  ],
  invalid: [
    {
      name: 'a field that names another scope',
      files: { [`${ROOT}/durable/${NAME}`]: { ignored: recordText() } },
      expect: [
        {
          path: `${ROOT}/durable/${NAME}`,
          line: lineOf('scope'),
          column: 12,
          severity: 'error',
          message: /`scope` is working, but the directory is durable/,
        },
      ],
    },
    {
      name: 'a directory that is no scope',
      files: { [`${ROOT}/durabel/${NAME}`]: { ignored: recordText({ scope: 'durable' }) } },
      expect: [{ path: `${ROOT}/durabel/${NAME}`, line: 1, message: /directory durabel of \.agent-memory/ }],
    },
    {
      name: 'a directory with the name of something that every object has',
      files: { [`${ROOT}/constructor/${NAME}`]: { ignored: recordText() } },
      expect: [{ path: `${ROOT}/constructor/${NAME}`, line: 1 }],
    },
    {
      name: 'a directory within a scope',
      files: { [`${ROOT}/working/crm/${NAME}`]: { ignored: recordText() } },
      expect: [
        { path: `${ROOT}/working/crm/${NAME}`, line: 1, message: /directly in \.agent-memory\/working/ },
      ],
    },
    {
      name: 'a record next to the scopes',
      files: { [`${ROOT}/${NAME}`]: { ignored: recordText() } },
      expect: [
        { path: `${ROOT}/${NAME}`, line: 1, message: /The record is directly in \.agent-memory, not in/ },
      ],
    },
    {
      name: 'a directory, also where the record itself cannot be read',
      files: { [`${ROOT}/session/old/${NAME}`]: { ignored: '{' } },
      expect: [
        { path: `${ROOT}/session/old/${NAME}`, line: 1 },
        { path: `${ROOT}/session/old/${NAME}`, line: 1, rule: 'syntax' },
      ],
    },
    {
      name: 'nothing in a scope that does not exist: that is the schema’s',
      files: { [`${ROOT}/working/${NAME}`]: { ignored: recordText({ scope: 'long-term' }) } },
      expect: [
        { path: `${ROOT}/working/${NAME}`, line: lineOf('scope'), rule: 'schema', message: /long-term/ },
      ],
    },
  ],
})
