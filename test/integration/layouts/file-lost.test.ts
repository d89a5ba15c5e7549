import { expect, test } from 'vitest'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { setVariable } from '../../helpers/temp-repo.ts'
import { ci } from '../ci/ci-repo.ts'
import { hookCommit, type TopicRepo, topicRepos } from './topic-repo.ts'

// Memory files that go in one commit and one pull request: what the hook and CI say, and every way out of a refusal.

const SOUL = '# Soul\n\nSpeak plainly, ask before you delete anything, and write the day down at its end.\n'
const GUARD = 'history: { openclaw-self: { mode: append-only } }\n'
const BANK = ['projectbrief', 'activeContext', 'techContext', 'progress']

const copied = topicRepos((repo) => repo.write('src/app.ts', 'export {}\n'), 'main')

function repository(settings = ''): TopicRepo {
  const repo = copied()
  setVariable('MEMKEEP_BIN', residentCommand())
  repo.write('SOUL.md', SOUL)
  repo.write('IDENTITY.md', '# Identity\n\nThe clerk of a small shop, who keeps its books in order.\n')
  for (const name of BANK)
    repo.write(`memory-bank/${name}.md`, `# ${name}\n\nWhat is known of ${name} is here and ${name}.\n`)
  if (settings) repo.write('memkeep.yaml', settings)
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'memory', '--no-verify')
  repo.git('checkout', '-q', '-b', 'topic')
  return repo
}

/** Commits through the hook, past it where that refuses; CI has to agree. */
async function proposed(repo: TopicRepo) {
  repo.git('add', '-A')
  const commit = hookCommit(repo)
  if (commit.code !== 0) repo.git('commit', '-qm', 'change', '--no-verify')
  const ran = await ci(repo, null, '--base', 'main')
  expect(ran.code, ran.err).toBe(commit.code)
  return { ...commit, found: ran.found, messages: ran.messages }
}

test('a whole store that goes is one warning, named with its files, and refuses nothing', async () => {
  const repo = repository()
  repo.git('rm', '-rq', 'memory-bank')
  const { code, said, found } = await proposed(repo)
  expect(code).toBe(0)
  expect(said).toContain('gone from memory: memory-bank/ (4 files)')
  expect(said).toContain('4 files of memory are gone')
  expect(found.filter((one) => one.includes('file-lost'))).toHaveLength(1)
})

test('a file whose history is guarded is refused, and every way that the refusal names works', async () => {
  const refused = repository(GUARD)
  refused.git('rm', '-q', 'SOUL.md')
  const { code, said } = await proposed(refused)
  expect(code).toBe(1)
  const [, restore = ''] = /`(git restore [^`]+)`/.exec(said.replaceAll(/\s+/g, ' ')) ?? []
  expect(restore).toContain(':/SOUL.md')

  const restored = repository(GUARD)
  restored.git('rm', '-q', 'SOUL.md')
  restored.git(...restore.split(' ').slice(1))
  restored.write('src/app.ts', 'export const app = 1\n')
  expect((await proposed(restored)).code).toBe(0)

  const archived = repository(GUARD)
  archived.write('docs/archive/SOUL.md', SOUL)
  archived.git('rm', '-q', 'SOUL.md')
  expect((await proposed(archived)).code).toBe(0)

  const merged = repository(GUARD)
  merged.write(
    'IDENTITY.md',
    `# Identity\n\nThe clerk of a small shop, who keeps its books in order.\n\n${SOUL.replace('# Soul', '## Manner')}`,
  )
  merged.git('rm', '-q', 'SOUL.md')
  expect((await proposed(merged)).code).toBe(0)

  const lowered = repository(`${GUARD}rules: { file-lost: info }\n`)
  lowered.git('rm', '-q', 'SOUL.md')
  expect((await proposed(lowered)).code).toBe(0)
})
