import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedTests } from '../helpers/record-messages.ts'

const file = (path: string, status: string, ...tests: readonly [name: string, status: string][]) => ({
  name: join(process.cwd(), path),
  status,
  assertionResults: tests.map(([fullName, one]) => ({ fullName, status: one })),
})

test('`npm run messages` names the tests that fail, and files that cannot be loaded', () => {
  const testResults = [
    file('test/rules/a.test.ts', 'failed', ['one', 'passed'], ['two', 'failed']),
    file('test/rules/b.test.ts', 'passed', ['three', 'passed']),
    file('test/rules/c.test.ts', 'failed'),
  ]
  expect(failedTests(JSON.stringify({ testResults }))).toEqual([
    'test/rules/a.test.ts: two',
    'test/rules/c.test.ts',
  ])
  expect(failedTests('')).toEqual(['the run itself'])
})
