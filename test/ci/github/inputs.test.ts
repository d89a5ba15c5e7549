import { expect, test } from 'vitest'
import { readInputs } from '../../../src/ci/github/runner.ts'

test('what the runner leaves empty is not there', () => {
  const none = readInputs({})
  expect(none).toEqual({
    command: 'check',
    workingDirectory: '',
    config: undefined,
    base: undefined,
    failOn: 'new',
    strict: false,
    sarifFile: undefined,
    comment: false,
    name: 'memkeep',
    shard: undefined,
    output: undefined,
    shards: undefined,
    token: '',
  })
  expect(readInputs({ INPUT_BASE: '', INPUT_CONFIG: ' ', 'INPUT_FAIL-ON': '', INPUT_TOKEN: '\n' })).toEqual(
    none,
  )
})

test('every input is read from its variable', () => {
  const env = {
    INPUT_COMMAND: 'review',
    'INPUT_WORKING-DIRECTORY': 'repository',
    INPUT_CONFIG: 'a.yaml',
    INPUT_BASE: 'origin/main',
    'INPUT_FAIL-ON': 'warning',
    INPUT_STRICT: 'True',
    'INPUT_SARIF-FILE': 'a.sarif',
    INPUT_COMMENT: 'true',
    INPUT_NAME: 'memkeep.docs-memory.17',
    INPUT_SHARD: '1/3',
    INPUT_OUTPUT: 'shards/1',
    INPUT_SHARDS: 'shards',
    INPUT_TOKEN: 't',
  }
  expect(Object.values(readInputs(env))).toEqual([
    'review',
    'repository',
    'a.yaml',
    'origin/main',
    'warning',
    true,
    'a.sarif',
    true,
    'memkeep.docs-memory.17',
    '1/3',
    'shards/1',
    'shards',
    't',
  ])
})

test.each([
  [{ INPUT_COMMAND: 'fix' }, 'Unexpected "fix" for the input command, expected check, review'],
  [{ 'INPUT_FAIL-ON': 'none' }, 'Unexpected "none" for the input fail-on, expected new, all, warning'],
  [
    { INPUT_NAME: 'x --> y' },
    'Unexpected "x --> y" for the input name, expected letters, digits, ".", "_" and single "-"',
  ],
  [
    { INPUT_NAME: 'a--b' },
    'Unexpected "a--b" for the input name, expected letters, digits, ".", "_" and single "-"',
  ],
  [{ INPUT_COMMENT: 'yes' }, 'Unexpected "yes" for the input comment, expected true, false'],
  [{ INPUT_STRICT: '1' }, 'Unexpected "1" for the input strict, expected true, false'],
  [{ INPUT_SHARD: '1/2' }, 'Unexpected input, expected shard and output together'],
  [{ INPUT_OUTPUT: 'x' }, 'Unexpected input, expected shard and output together'],
])('%j is refused', (env, message) => {
  expect(() => readInputs(env)).toThrow(message)
})
