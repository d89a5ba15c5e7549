import { expect, test } from 'vitest'
import { runFiles } from '../../../src/maintain/files.ts'
import { runInit } from '../../../src/setup/init.ts'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { setVariable } from '../../helpers/temp-repo.ts'
import { hookCommit, type TopicRepo, topicRepos } from './topic-repo.ts'

const copied = topicRepos((repo) => repo.write('src/app.ts', 'export {}\n'), 'main')

function withFiles(files: Readonly<Record<string, string>>): TopicRepo {
  const repo = copied()
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'memory', '--no-verify')
  return repo
}

function commitAll(repo: TopicRepo): ReturnType<typeof hookCommit> {
  setVariable('MEMKEEP_BIN', residentCommand())
  repo.git('add', '-A')
  return hookCommit(repo)
}

const setup = ({ dir }: TopicRepo) => ({ cwd: dir, from: dir, dryRun: false, env: {} })

test('memories in folders of topics are seen by the hooks as well', async () => {
  const repo = withFiles({
    '.serena/memories/overview.md': '# Overview\n\nSee `mem:auth/login`.\n',
    '.serena/memories/auth/login.md': '# Login\n\nSessions last a day.\n',
  })
  const { memory } = await runInit(setup(repo))
  expect(memory?.description).toContain('serena (2 files: .serena/memories/')
  expect(commitAll(repo).code).toBe(0)

  repo.write('.serena/memories/auth/deep/token.md', '# Tokens\n\nSee `mem:logins`.\n')
  expect(commitAll(repo).said).toContain('The reference `mem:logins` names no memory')
})

test('a constitution that the template overwrites is refused', async () => {
  const path = '.specify/memory/constitution.md'
  const last = '**Version**: 1.0.0 | **Ratified**: 2026-01-05 | **Last Amended**: 2026-01-05\n'
  const repo = withFiles({
    [path]: `# Shop\n\n## Core Principles\n\n### I. Tests First\n\nBefore the code.\n\n${last}`,
  })
  await runInit(setup(repo))
  expect(commitAll(repo).code).toBe(0)
  repo.write(
    path,
    `# [PROJECT_NAME]\n\n## Core Principles\n\n### [PRINCIPLE_1_NAME]\n\n[PRINCIPLE_1_DESCRIPTION]\n`,
  )
  const { code, said } = commitAll(repo)
  expect(code).toBe(1)
  expect(said).toContain('Item principle "Tests First" is gone')
})

test('the files of a memory bank are listed, those that load and those that do not', async () => {
  const repo = withFiles({
    'memory-bank/progress.md': '# Progress\n\n- basket\n',
    'memory-bank/mails/relay.md': '# Relay\n\nIt is slow.\n',
  })
  const { files } = await runFiles({ cwd: repo.dir, cache: false, today: '2026-06-01', paths: [] })
  expect(files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    'memory-bank/mails/relay.md bank-topic',
    'memory-bank/progress.md bank-core',
  ])
})
