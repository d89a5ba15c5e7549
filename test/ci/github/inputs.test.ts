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
  [{ INPUT_COMMAND: 'fix' }, 'the input command is "fix", not one of check, review'],
  [{ 'INPUT_FAIL-ON': 'none' }, 'the input fail-on is "none", not one of new, all, warning'],
  [
    { INPUT_NAME: 'x --> y' },
    'the input name is "x --> y", which is not only letters, digits, ".", "_" and single "-"',
  ],
  [
    { INPUT_NAME: 'a--b' },
    'the input name is "a--b", which is not only letters, digits, ".", "_" and single "-"',
  ],
  [{ INPUT_COMMENT: 'yes' }, 'the input comment is "yes", not one of true, false'],
  [{ INPUT_STRICT: '1' }, 'the input strict is "1", not one of true, false'],
  [{ INPUT_SHARD: '1/2' }, 'the inputs shard and output belong together, and only one is set'],
  [{ INPUT_OUTPUT: 'x' }, 'the inputs shard and output belong together, and only one is set'],
])('%j is refused', (env, message) => {
  expect(() => readInputs(env)).toThrow(message)
})
