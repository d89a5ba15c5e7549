import { expect, test } from 'vitest'
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
