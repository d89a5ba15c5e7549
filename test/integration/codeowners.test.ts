import { expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const LOG = '# Decisions\n\n## 2026-01-01: A\n\nIt is so.\n\n## 2026-01-05: B\n\nIt is so.\n'

test('doctor --codeowners prints the block for the memory that is found, and checks nothing', async () => {
  const { dir, write } = tempRepo()
  write('DECISIONS.md', LOG)
  write('.serena/memories/start.md', '# Start\n')
  write('src/a.ts', '')
  write('memkeep.yaml', '')
  write('.github/workflows/ci.yml', 'jobs: { a: { steps: [{ run: npx memkeep ci }] } }\n')
  expect(await memkeep(dir, ['doctor', '--codeowners', '@acme/memory,@ada'])).toEqual({
    code: 0,
    err: '',
    out: [
      '# What agents remember. Keep it below general lines: the last line that fits a file decides.',
      '/.serena/ @acme/memory @ada',
      '/DECISIONS.md @acme/memory @ada',
      '# What judges it.',
      '/memkeep.yaml @acme/memory @ada',
      '/.github/workflows/ci.yml @acme/memory @ada',
      '/.github/CODEOWNERS @acme/memory @ada',
      '',
    ].join('\n'),
  })
  write('docs/CODEOWNERS', '* @ada\n')
  expect((await memkeep(dir, ['doctor', '--codeowners', 'ada@example.com'])).out).toContain(
    '\n/docs/CODEOWNERS ada@example.com\n',
  )
})

test.each([
  ['ada', '"ada" is no owner'],
  ['@ada * @eve', '"*" is no owner'],
  [',', '"," is no owner'],
])('%j is refused', async (owner, said) => {
  const { dir, write } = tempRepo()
  write('DECISIONS.md', LOG)
  const { code, err } = await memkeep(dir, ['doctor', '--codeowners', owner])
  expect([code, err]).toEqual([2, expect.stringContaining(said)])
})

test('without memory there is nothing to own', async () => {
  const { code, err } = await memkeep(tempRepo().dir, ['doctor', '--codeowners', '@ada'])
  expect([code, err]).toEqual([2, expect.stringContaining('no memory is seen here')])
})
