import { expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const LOG = '# Decisions\n\n## 2026-01-01: A\n\nIt is so.\n\n## 2026-01-05: B\n\nIt is so.\n'

const ask = async (dir: string, owners: string): Promise<string> =>
  (await memkeep(dir, ['doctor', '--codeowners', owners])).out

test('doctor --codeowners prints the block for the memory that is found, and checks nothing', async () => {
  const { dir, write } = tempRepo()
  write('DECISIONS.md', LOG)
  write('.serena/memories/start.md', '# Start\n')
  write('src/a.ts', '')
  write('package.json', '{}\n')
  write('.husky/pre-commit', 'npm test\n')
  write('.github/workflows/ci.yml', 'jobs: { a: { steps: [{ run: npx memkeep ci }] } }\n')
  expect(await memkeep(dir, ['doctor', '--codeowners', '@acme/memory,@ada'])).toEqual({
    code: 0,
    err: '',
    out: [
      '# What agents remember. Keep it below general lines: the last line that fits a file decides.',
      '/.serena/memories/ @acme/memory @ada',
      'DECISIONS-archive.md @acme/memory @ada',
      'DECISIONS.md @acme/memory @ada',
      '# What judges it, and what decides whether and by which memkeep.',
      '/memkeep.yaml @acme/memory @ada',
      '/memkeep-baseline.json @acme/memory @ada',
      '/.github/workflows/ci.yml @acme/memory @ada',
      '/.github/CODEOWNERS @acme/memory @ada',
      '',
    ].join('\n'),
  })
  write('docs/CODEOWNERS', '* @ada\n')
  expect(await ask(dir, 'ada@example.com')).toContain('\n/docs/CODEOWNERS ada@example.com\n')
})

test('the sources that tools write instructions from have owners; what is not read is a comment', async () => {
  const { dir, write } = tempRepo()
  write('AGENTS.md', '# Rules\n\nBe kind.\n')
  write('.rulesync/rules/overview.md', '# Overview\n')
  write('.rulesync/mcp.json', '{}\n')
  write('apps/web/.ruler/AGENTS.md', '# Web\n')
  write('kb/queues.md', '# Queues\n')
  write('kb/retries.md', '# Retries\n')
  write('my\u2028/notes/one.md', '# Monday\n')
  expect((await ask(dir, '@ada')).split('\n').slice(0, 9)).toEqual([
    '# What agents remember. Keep it below general lines: the last line that fits a file decides.',
    '/.rulesync/ @ada',
    '/apps/web/.ruler/ @ada',
    'AGENTS.md @ada',
    '# No line above names these: they look like memory, and no layout reads them. `memkeep files` says how to have them read.',
    '#   kb/ (2 files)',
    '#   my\\u2028/notes/ (1 file)',
    '# What judges it, and what decides whether and by which memkeep.',
    '/memkeep.yaml @ada',
  ])
})

test('all that decides whether and by which memkeep memory is judged has an owner', async () => {
  const repo = tempRepo()
  repo.git('remote', 'add', 'origin', 'git@github.com:octo/memory.git')
  repo.write('DECISIONS.md', LOG)
  repo.write('package.json', '{ "devDependencies": { "memkeep": "file:vendor/memkeep-0.1.0.tgz" } }\n')
  repo.write('package-lock.json', '{}\n')
  repo.write('vendor/memkeep-0.1.0.tgz', 'a package')
  await memkeep(repo.dir, ['init', '--yes'])
  const out = await ask(repo.dir, '@ada')
  expect(
    out.split('\n').slice(out.split('\n').findIndex((line) => line.startsWith('# What judges')) + 1),
  ).toEqual([
    '/memkeep.yaml @ada',
    '/memkeep-baseline.json @ada',
    '/.husky/ @ada',
    '/.gitattributes @ada',
    '/package-lock.json @ada',
    '/package.json @ada',
    '/.github/workflows/memory.yml @ada',
    '/vendor/memkeep-*.tgz @ada',
    '/.github/CODEOWNERS @ada',
    '',
  ])
  // Hooks of another manager, and a package below the top.
  const other = tempRepo()
  other.write('DECISIONS.md', LOG)
  other.write(
    'lefthook.yml',
    'pre-commit:\n  commands:\n    memory:\n      run: npx memkeep hook pre-commit\n',
  )
  other.write('tools/package.json', '{ "devDependencies": { "memkeep": "0.1.0" } }\n')
  expect(await ask(other.dir, '@ada')).toMatch(
    /\/lefthook\.yml @ada\n\/tools\/package\.json @ada\n\/\.github\/CODEOWNERS @ada\n$/,
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
