import { expect, test } from 'vitest'
import type { Found } from '../../src/core/rule.ts'
import { fingerprint } from '../../src/formats/hash.ts'
import { noSecret } from '../../src/rules/no-secret.ts'
import { sourceOf } from '../core/literal-parts.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const DATABASE = ['postgres://app', 'hunter2hunter2@db.internal:5432/shop'].join(':')

ruleTest('no-secret', {
  valid: [
    { name: 'the name of a variable', files: { [FEATURE]: 'Set `DATABASE_URL` and `GITHUB_TOKEN`.\n' } },
    {
      name: 'one that the settings allow',
      files: { [FEATURE]: `# Live logs\n\nThey lie in ${DATABASE}\n` },
      settings: `secrets:\n  allow: [${fingerprint(DATABASE.replace('/shop', ''))}]\n`,
    },
    { name: 'an address without a password', files: { [FEATURE]: 'postgres://db.internal:5432/shop\n' } },
  ],
  invalid: [
    {
      name: 'one next to another that the settings allow',
      files: { [FEATURE]: `# Live logs\n\nThey lie in ${DATABASE}\n` },
      settings: `secrets:\n  allow: [${fingerprint('hunter2hunter2')}]\n`,
      expect: [{ path: FEATURE, line: 3 }],
    },
    {
      name: 'the password in an address',
      files: { [FEATURE]: `# Live logs\n\nThey lie in ${DATABASE}\n` },
      expect: [{ path: FEATURE, line: 3, severity: 'error', message: /^(?!.*hunter2)/ }],
    },
  ],
})

test('the message names the detector, and nothing of the secret', () => {
  const text = `token: ${'s'.repeat(20)}`
  const found: Found[] = []
  const secrets = [
    { detector: 'some-detector', range: { start: 7, end: 27 }, fingerprint: `sha256:${'0'.repeat(64)}` },
  ]
  noSecret.check(sourceOf({ text, secrets }), (one) => found.push(one))
  expect(found).toHaveLength(1)
  expect(found[0]?.place).toEqual({ line: 1, column: 8, endLine: 1, endColumn: 28 })
  expect(found[0]?.message).toContain('some-detector')
  expect(found[0]?.help).toContain(`sha256:${'0'.repeat(64)}`)
  expect(JSON.stringify(found)).not.toContain('sss')
})
