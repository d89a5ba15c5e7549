import type { Json } from '../../../../src/core/json.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'
import { idOf, lineOf, recordText } from '../records.ts'

const PATH = `.agent-memory/working/${idOf(1)}.json`
const record = (schemaVersion: Json) => ({ [PATH]: { ignored: recordText({ schemaVersion }) } })
const at = { path: PATH, line: lineOf('schemaVersion') }

ruleTest('record-version', {
  valid: [{ name: 'the version that is known', files: record(1) }],
  invalid: [
    {
      name: 'a newer version, whose fields are read as those of this one',
      files: record(2),
      expect: [
        { ...at, severity: 'warning', message: /^`schemaVersion` is 2, but memkeep knows versions up to 1$/ },
      ],
    },
    {
      name: 'a newer version in the archive',
      files: { [`.agent-memory/_archive/${idOf(4)}.json`]: { ignored: recordText({ schemaVersion: 7 }) } },
      expect: [{ path: `.agent-memory/_archive/${idOf(4)}.json`, line: lineOf('schemaVersion') }],
    },
    ...['1', 0, 1.5, null, true].map((version) => ({
      name: `what is no version: ${JSON.stringify(version)}`,
      files: record(version),
      expect: [{ ...at, rule: 'schema', severity: 'error' as const }],
    })),
  ],
})
