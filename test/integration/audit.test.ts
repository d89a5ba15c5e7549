import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attributeLines } from '../../src/setup/hooks/merge-driver.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const AGENTS = 'AGENTS.md'

function repoWith(text: string): TempRepo {
  const repo = tempRepo()
  repo.write('src/pool.ts', 'a\n')
  repo.write('src/queue.ts', 'a\n')
  repo.write('src/still.ts', 'a\n')
  repo.write(AGENTS, text)
  repo.commit('Start')
  return repo
}

function change(repo: TempRepo, path: string, text: string, subject: string): void {
  repo.write(path, `${text}\n`)
  repo.commit(subject)
}

async function audit(repo: TempRepo, ...args: string[]) {
  const { code, out } = await memkeep(repo.dir, ['audit', '--format', 'json', ...args])
  expect(code).toBe(0)
  return JSON.parse(out)
}

const TEXT =
  '# Agents\n\n- The queue is in `src/queue.ts`.\n- Connections come from `src/pool.ts`.\n- Nothing else is in `src/still.ts`.\n'

test('statements whose files changed since they were written come by the number of commits', async () => {
  const repo = repoWith(TEXT)
  change(repo, 'src/pool.ts', 'b', 'One')
  change(repo, 'src/queue.ts', 'b', 'Two')
  change(repo, 'src/pool.ts', 'c', 'Three')
  const { statements, total } = await audit(repo)
  expect(total).toBe(2)
  expect(statements).toMatchObject([
    {
      path: AGENTS,
      line: 4,
      text: 'Connections come from `src/pool.ts`.',
      files: [{ path: 'src/pool.ts', commits: 2, last: { subject: 'Three' } }],
    },
    { line: 3, files: [{ path: 'src/queue.ts', commits: 1, last: { subject: 'Two' } }] },
  ])
  expect(await audit(repo, '--limit', '1')).toMatchObject({ total: 2, omitted: 1 })
  const { out } = await memkeep(repo.dir, ['audit'])
  expect(out).toContain('AGENTS.md:4 (written ')
  expect(out).toMatch(/ {2}src\/pool\.ts: 2 commits since, the last [0-9a-f]{7}, [\d-]+ \("Three"\)/)
})

test('who writes the statement anew has read it; who only moves or wraps it has not', async () => {
  const repo = repoWith(TEXT)
  change(repo, 'src/pool.ts', 'b', 'One')
  change(repo, AGENTS, `# Agents\n\nMore.\n\n${TEXT.slice(10)}`, 'Add a line above')
  expect((await audit(repo)).statements).toMatchObject([{ line: 6, files: [{ commits: 1 }] }])
  change(repo, AGENTS, TEXT.replace('Connections come', 'All connections come'), 'Say all')
  expect((await audit(repo)).statements).toEqual([])
  change(repo, 'src/pool.ts', 'c', 'Two')
  expect((await audit(repo)).statements).toMatchObject([{ line: 4, files: [{ commits: 1 }] }])
})

test('rows of a tree, prose and other memory are not read again for their changes', async () => {
  const repo = repoWith(
    '# Agents\n\nSee `CLAUDE.md` and `CHANGELOG.md`.\n\n```\nsrc/\n├── pool.ts # the pool\n└── queue.ts\n```\n',
  )
  change(repo, 'CLAUDE.md', '# Claude', 'Say')
  change(repo, 'CHANGELOG.md', '# 1.0', 'Log')
  change(repo, 'src/pool.ts', 'b', 'One')
  change(repo, 'CLAUDE.md', '# Claude Code', 'Say more')
  change(repo, 'CHANGELOG.md', '# 1.1', 'Log more')
  expect((await audit(repo)).statements).toEqual([])
})

test('a statement that is not committed, a shallow clone and a folder without git', async () => {
  const repo = repoWith('# Agents\n')
  change(repo, 'src/pool.ts', 'b', 'One')
  repo.write(AGENTS, TEXT)
  expect(await audit(repo)).toMatchObject({ statements: [], total: 0, unknown: null })
  repo.commit('Say')
  const shallow = tempFolder()
  repo.git('clone', '-q', '--depth', '1', `file://${repo.dir}`, `${shallow}/clone`)
  const { out } = await memkeep(`${shallow}/clone`, ['audit'])
  expect(out).toBe('Nothing is known: this clone is shallow (`git fetch --unshallow`).\n')
  const none = await memkeep(tempFolder(), ['audit'])
  expect(none).toMatchObject({ code: 2 })
  const unborn = tempRepo()
  unborn.write(AGENTS, TEXT)
  expect(await audit(unborn)).toMatchObject({ statements: [], total: 0 })
})

test('a statement that names what no file of code has any more comes first', async () => {
  const repo = repoWith(
    '# Agents\n\n- Call `openPool()` first, never `rawSocket()`.\n- It is in `src/queue.ts`.\n',
  )
  change(repo, 'src/pool.ts', 'export function openPool() {}', 'Open')
  change(
    repo,
    AGENTS,
    '# Agents\n\n- Call `openPool()` at the start, never `rawSocket()`.\n- It is in `src/queue.ts`.\n',
    'Say',
  )
  change(repo, 'src/queue.ts', 'b', 'One')
  expect((await audit(repo)).statements).toMatchObject([{ line: 4, gone: [] }])
  change(repo, 'src/pool.ts', 'export function connect() {}', 'Rename it')
  const { statements } = await audit(repo)
  expect(statements).toMatchObject([
    { line: 3, files: [], gone: [{ name: 'openPool', from: 'src/pool.ts' }] },
    { line: 4 },
  ])
  const { out } = await memkeep(repo.dir, ['audit'])
  expect(out).toContain('  openPool is in no file of code any more; src/pool.ts had it then\n')
  change(repo, 'src/new.ts', 'openPool', 'Bring it back')
  expect((await audit(repo)).statements).toMatchObject([{ line: 4 }])
})

test('what was written after a name had gone is not about it', async () => {
  const repo = repoWith('# Agents\n')
  change(repo, 'src/pool.ts', 'openPool', 'Open')
  change(repo, 'src/pool.ts', 'connect', 'Rename it')
  change(repo, AGENTS, '# Agents\n\n- `openPool()` is gone.\n', 'Say')
  expect((await audit(repo)).statements).toEqual([])
})

test('a file that was changed and changed back is not read again; --diff shows what changed', async () => {
  const repo = repoWith(TEXT)
  change(repo, 'src/pool.ts', 'b', 'There')
  change(repo, 'src/pool.ts', 'a', 'And back')
  change(repo, 'src/queue.ts', 'b\u001b[31m', 'Two')
  const { statements } = await audit(repo, '--diff')
  expect(statements).toMatchObject([
    { line: 3, files: [{ path: 'src/queue.ts', diff: '@@ -1 +1 @@\n-a\n+b\u001b[31m\n' }] },
  ])
  const { out } = await memkeep(repo.dir, ['audit', '--diff'])
  expect(out).toContain('\n  -a\n  +b\\u001b[31m\n')
})

test('a statement that is confirmed comes again only when its code changes again', async () => {
  const repo = repoWith(TEXT)
  change(repo, 'src/pool.ts', 'b', 'One')
  change(repo, 'src/queue.ts', 'b', 'Two')
  const [{ id }] = (await audit(repo)).statements
  const { code, out } = await memkeep(repo.dir, ['audit', '--confirm', id, '--now', '2026-05-02'])
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^AGENTS\.md:\d .*\n\nConfirmed in memkeep-confirmed\.txt: commit it\.\n$/),
  })
  expect(readFileSync(join(repo.dir, 'memkeep-confirmed.txt'), 'utf8')).toMatch(
    new RegExp(`^${id} [0-9a-f]{40} 2026-05-02\n$`),
  )
  expect((await audit(repo)).statements).toHaveLength(1)
  repo.commit('Confirm')
  change(repo, 'src/pool.ts', 'c', 'Three')
  change(repo, 'src/queue.ts', 'c', 'Four')
  const { statements } = await audit(repo)
  expect(statements).toHaveLength(2)
  expect(statements.find((one: { id: string }) => one.id === id)).toMatchObject({
    confirmed: { date: '2026-05-02' },
    files: [{ commits: 1 }],
  })
  // Other words are another statement: the note of the old ones goes with the next confirmation.
  change(repo, AGENTS, TEXT.replace('Connections come', 'All come').replace('The queue', 'Our queue'), 'Say')
  change(repo, 'src/pool.ts', 'd', 'Five')
  const [{ id: other }] = (await audit(repo)).statements
  await memkeep(repo.dir, ['audit', '--confirm', other])
  expect(readFileSync(join(repo.dir, 'memkeep-confirmed.txt'), 'utf8').trim().split('\n')).toHaveLength(1)
})

test('a wrong id and a broken file of confirmations are refused, and the way out works', async () => {
  const repo = repoWith(TEXT)
  change(repo, 'src/pool.ts', 'b', 'One')
  const [{ id }] = (await audit(repo)).statements
  expect(await memkeep(repo.dir, ['audit', '--confirm', 'abc'])).toMatchObject({ code: 2 })
  repo.write('memkeep-confirmed.txt', '<<<<<<< ours\n')
  expect(await audit(repo)).toMatchObject({ total: 1, unread: [1] })
  const refused = await memkeep(repo.dir, ['audit', '--confirm', id])
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('memkeep-confirmed.txt:1') })
  repo.write('memkeep-confirmed.txt', '')
  expect(await memkeep(repo.dir, ['audit', '--confirm', id])).toMatchObject({ code: 0 })
})

test('branches that confirm different statements are merged line by line, as init sets it up', async () => {
  const repo = repoWith(TEXT)
  repo.write(
    '.gitattributes',
    attributeLines([], ['.husky/pre-commit'])
      .map((line) => `${line}\n`)
      .join(''),
  )
  repo.commit('Set up')
  change(repo, 'src/pool.ts', 'b', 'One')
  change(repo, 'src/queue.ts', 'b', 'Two')
  const ids: string[] = (await audit(repo)).statements.map(({ id }: { id: string }) => id)
  const start = repo.git('rev-parse', 'HEAD').trim()
  for (const [i, id] of ids.entries()) {
    repo.git('checkout', '-q', '-b', `side-${i}`, start)
    await memkeep(repo.dir, ['audit', '--confirm', id])
    repo.commit(`Confirm ${i}`)
  }
  repo.git('merge', '-q', '--no-edit', 'side-0')
  expect(ids).toHaveLength(2)
  expect(await audit(repo)).toMatchObject({ statements: [], unread: [] })
})

test('references that are dead are counted, and check lists them', async () => {
  const repo = repoWith(TEXT)
  repo.git('mv', 'src/pool.ts', 'src/connections.ts')
  repo.git('rm', '-q', 'src/queue.ts')
  repo.commit('Move and remove')
  expect(await audit(repo)).toMatchObject({ statements: [], dead: 2 })
  const { out } = await memkeep(repo.dir, ['audit'])
  expect(out).toBe(
    '2 references name what is gone or has moved: `memkeep check` lists them.\nNo other statement names code that is gone, or has changed since it was written.\n',
  )
})

test('a budget limits all that is shown, leaves no false all-clear, and cuts one statement where none fits', async () => {
  const repo = repoWith(TEXT)
  change(repo, 'src/pool.ts', 'b\n'.repeat(400), 'One')
  change(repo, 'src/queue.ts', 'b\n'.repeat(400), 'Two')
  const args = ['audit', '--diff', '--token-budget', '120']
  const data = await audit(repo, '--diff', '--token-budget', '120')
  expect(data).toMatchObject({ total: 2, omitted: 1, statements: [{ cut: true }] })
  const [{ text, files }] = data.statements
  expect(TEXT).toContain(text)
  expect(files[0].diff).toMatch(/^@@ -1 \+1,401 @@\n-a\n[+b\n]+…$/)
  const { out } = await memkeep(repo.dir, args)
  expect(out).not.toContain('No statement')
  expect(out).toContain('It is cut to --token-budget: a larger one shows more of it.')
  expect(out).toContain('1 more is left out: larger --limit and --token-budget show more.')
  const whole = await audit(repo, '--diff', '--token-budget', '5000')
  expect(whole).toMatchObject({ total: 2, omitted: 0 })
  expect(whole.statements.some(({ cut }: { cut?: true }) => cut)).toBe(false)
  // Two statements cost more than this, though their words alone do not.
  expect(await audit(repo, '--token-budget', '100')).toMatchObject({ total: 2, omitted: 1 })
  const least = await audit(repo, '--token-budget', '1')
  expect(least.statements).toMatchObject([{ text: '…', files: [], cut: true }])
})
