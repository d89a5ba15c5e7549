import { describe, expect, test } from 'vitest'
import type { MemoryFiles } from '../../src/core/report.ts'
import { runFiles } from '../../src/maintain/files.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

async function files({ dir }: TempRepo, ...paths: readonly string[]): Promise<MemoryFiles> {
  return runFiles({ cwd: dir, cache: true, today: '2026-03-09', paths })
}

const LOG = 'user/memory/workspaces/devtools/decisions.md'

function repository(): TempRepo {
  const repo = tempRepo()
  repo.write(
    LOG,
    '# Decisions\n\n### [2026-01-02] Use tabs\n\n**Category:** tooling\n\nThey are narrow.\n\n---\n\n## [2026-01-03] Later\n\nText.\n',
  )
  repo.write('agent/rules/common/style.md', '<!-- budget: 50 lines -->\n\nUse tabs.\n')
  repo.write('.cursor/rules/always.mdc', '---\nalwaysApply: true\n---\n\nUse tabs.\n')
  repo.write('.cursor/rules/some.mdc', '---\nglobs: "*.ts"\n---\n\nUse types.\n')
  repo.write('memory/tasks/a.md', '# Renew\n')
  repo.write('user/memory/workspaces/devtools/Lessons.md', '# Lessons\n')
  repo.commit()
  return repo
}

describe('every memory file', () => {
  test('is listed with what was read of it', async () => {
    const { version, files: found } = await files(repository())
    expect(version).toBe(1)
    expect(found.map(({ path, layout, kind, loads }) => `${layout} ${kind} ${loads} ${path}`)).toEqual([
      'workspace agent-file always .cursor/rules/always.mdc',
      'workspace agent-file on-demand .cursor/rules/some.mdc',
      'workspace hot-rule always agent/rules/common/style.md',
      `workspace decisions on-demand ${LOG}`,
    ])
    const log = found.find(({ path }) => path === LOG)
    expect(log).toMatchObject({ items: 1, lines: 13, unread: [{ line: 11, text: '## [2026-01-03] Later' }] })
    expect(log?.tokens).toBeGreaterThan(20)
  })

  test('instructions of a folder are not loaded into every conversation', async () => {
    const repo = tempRepo()
    for (const path of ['AGENTS.md', 'src/AGENTS.md', '.claude/CLAUDE.md']) repo.write(path, 'Use tabs.\n')
    repo.commit()
    expect((await files(repo)).files.map(({ path, loads }) => `${loads} ${path}`)).toEqual([
      'always .claude/CLAUDE.md',
      'always AGENTS.md',
      'on-demand src/AGENTS.md',
    ])
  })

  test('paths choose among them', async () => {
    const repo = repository()
    expect((await files(repo, 'agent')).files.map(({ path }) => path)).toEqual([
      'agent/rules/common/style.md',
    ])
    await expect(files(repo, 'nowhere')).rejects.toThrow('no file nowhere')
  })
})

describe('what is not read', () => {
  test('is listed with what would read it', async () => {
    expect((await files(repository())).unclaimed).toEqual([
      { path: 'memory/tasks/a.md', looksLike: 'atomic', why: 'no `id` in the front matter of a file' },
      {
        path: 'user/memory/workspaces/devtools/Lessons.md',
        looksLike: 'workspace',
        why: 'its place is user/memory/workspaces/devtools/lessons.md',
      },
    ])
  })

  test('a layout that settings turn off is one of them', async () => {
    const repo = repository()
    repo.write('memkeep.yaml', 'layouts: { workspace: off }\n')
    const { files: found, unclaimed } = await files(repo)
    // Rules for agents are instructions then.
    expect(found.map(({ layout, path }) => `${layout} ${path}`)).toEqual([
      'instructions .cursor/rules/always.mdc',
      'instructions .cursor/rules/some.mdc',
    ])
    expect(unclaimed.map(({ path, why }) => `${path}: ${why}`)).toContain(
      `${LOG}: turned off in the settings`,
    )
  })

  test('a repository without memory has an empty list', async () => {
    expect(await files(tempRepo())).toEqual({ version: 1, files: [], unclaimed: [], unread: [] })
  })
})
