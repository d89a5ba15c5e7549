import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const LINES = Array.from({ length: 30 }, (_, i) => `line ${i} of the pool\n`).join('')

function repoWith(day: string): TempRepo {
  const repo = tempRepo()
  repo.write('src/pool.ts', LINES)
  repo.write('src/old.ts', 'old\n')
  repo.write(
    'DECISIONS.md',
    `# Decisions\n\n## ${day}: Connections come from one pool\n\nThey are in \`src/pool.ts\` and \`src/old.ts\`, and never were in \`src/none.ts\`.\n`,
  )
  repo.commit('Start')
  repo.git('mv', 'src/pool.ts', 'src/db.ts')
  repo.git('rm', '-q', 'src/old.ts')
  repo.commit('Move')
  return repo
}

async function found(repo: TempRepo, ...args: string[]) {
  const { out } = await memkeep(repo.dir, ['find', 'connections pool', ...args])
  return out
}

test('a dated record says what it names that was taken away since, and where it is now', async () => {
  const repo = repoWith('2020-01-05')
  const today = repo.git('log', '-1', '--format=%as')
  const { results } = JSON.parse(await found(repo, '--format', 'json'))
  expect(results[0].dead).toEqual([
    { cites: 'src/pool.ts', since: today, now: 'src/db.ts' },
    { cites: 'src/old.ts', since: today },
  ])
  expect(await found(repo)).toContain(`cites \`src/pool.ts\`, gone since ${today}; \`src/db.ts\` now`)
})

test('what was gone before the day of the record, and what is there again, is not said', async () => {
  expect(await found(repoWith('2099-01-05'))).not.toContain('gone since')
  const repo = repoWith('2020-01-05')
  repo.write('.gitignore', 'src/old.ts\n')
  repo.write('src/pool.ts', 'anew\n')
  expect(await found(repo)).not.toContain('gone since')
})

test('a folder that became a submodule costs the answer nothing', async () => {
  const repo = repoWith('2020-01-05')
  rmSync(join(repo.dir, 'src'), { recursive: true })
  repo.git('rm', '-q', '-r', '--cached', 'src')
  repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD').trim()},src`)
  repo.git('commit', '-q', '-m', 'Move it out')
  expect(await found(repo)).toContain('Connections come from one pool')
})

test('a path that leaves the repository, and a git that cannot list its history, cost the answer nothing', async () => {
  const repo = repoWith('2020-01-05')
  const day = '## 2020-01-06: Connections of another pool\n\nThey are in `src/../../pool.ts`.\n'
  repo.write('DECISIONS.md', `# Decisions\n\n${day}`)
  expect(await found(repo)).toContain('Connections of another pool')
  const broken = repoWith('2020-01-05')
  rmSync(join(broken.dir, '.git/objects', broken.git('rev-parse', 'HEAD~').replace(/^../, '$&/')))
  expect(await found(broken)).toContain('Connections come from one pool')
})

test('the context of a workspace says it of each entry, inside the budget', async () => {
  const repo = repoWith('2020-01-05')
  const overview = '---\nname: Shop\ndescription: The shop.\n---\n# Shop\n'
  repo.write('resources/workspaces/shop/OVERVIEW.md', overview)
  const entry = (title: string, path: string): string =>
    `### [2020-01-05] ${title}\n\n**Category:** data\n**Tags:** db\n\nThey are in \`${path}\`.\n\n---\n`
  repo.write(
    'user/memory/workspaces/shop/decisions.md',
    `# Decisions\n\n${entry('One pool', 'src/pool.ts')}\n${entry('None', 'src/none.ts')}`,
  )
  repo.commit('Remember')
  const today = repo.git('log', '-1', '--format=%as')
  const context = async (...args: string[]) => {
    const { out } = await memkeep(repo.dir, [
      ...['context', '--workspace', 'shop', '--topics', 'decisions', '--no-defaults', ...args],
    ])
    return out
  }
  const { decisions } = JSON.parse(await context('--format', 'json'))
  const deadOf = decisions.map(({ title, dead }: { title: string; dead?: unknown }) => [title, dead])
  expect(deadOf).toEqual([
    ['None', undefined],
    ['One pool', [{ cites: 'src/pool.ts', since: today, now: 'src/db.ts' }]],
  ])
  expect(await context('--query', 'pool', '--token-budget', '400')).toContain('now: src/db.ts')
})
