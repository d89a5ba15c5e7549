import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { preCommit } from '../../src/commit/pre-commit.ts'
import { runCheck } from '../../src/engine/check.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const ENTRY =
  '\n### [2026-06-01] One entry more\n\n**Category:** tooling\n**Tags:** cache, ci\n\nBecause of it.\n\n---\n'

function example(): TempRepo {
  const repo = tempRepo()
  cpSync('examples/workspace', repo.dir, { recursive: true, verbatimSymlinks: true, force: true })
  repo.commit()
  return repo
}

const checkOf = ({ dir }: TempRepo): ReturnType<typeof runCheck> =>
  runCheck({
    cwd: dir,
    paths: [],
    source: { kind: 'staged' },
    fix: false,
    cache: false,
    today: '2026-06-02',
    skip: [],
  })

const hookOf = ({ dir }: TempRepo): ReturnType<typeof preCommit> =>
  preCommit({ cwd: dir, args: [], stdin: async () => '', cache: false, today: '2026-06-02', skip: [] })

test('from a folder below the top a check says that it checked all, unless paths say what', async () => {
  const { dir } = example()
  const notesOf = async (cwd: string, ...args: string[]) => (await memkeep(cwd, ['check', ...args])).err
  const note = 'the whole repository was checked, not resources alone: give `.` as the path for that'
  expect(await notesOf(join(dir, 'resources'))).toContain(note)
  expect(await notesOf(dir, '-C', 'resources')).toContain(note)
  expect(await notesOf(dir)).not.toContain('whole')
  expect(await notesOf(dir, '-C', 'resources', '.')).not.toContain('whole')
})

describe('check --staged judges as the commit hook does', () => {
  test('an index that the hook rebuilds is a note and no error', async () => {
    const repo = example()
    appendFileSync(join(repo.dir, LOG), ENTRY)
    repo.git('add', '--all')
    const { report, notes } = await checkOf(repo)
    expect(report.diagnostics).toEqual([])
    expect(notes.join('\n')).toMatch(/stale, and rebuilt by the commit hook: .*_index\.yaml/)
    expect(await hookOf(repo)).toMatchObject({ refused: false })
  })

  test('a folder where the hook would put an index is refused by both', async () => {
    const repo = example()
    appendFileSync(join(repo.dir, LOG), ENTRY)
    repo.remove('user/memory/workspaces/shop/_index.yaml')
    repo.write('user/memory/workspaces/shop/_index.yaml/a.txt', 'a')
    repo.git('add', '--all')
    const said = /a\.txt is staged where the derived file .* belongs/
    await expect(hookOf(repo)).rejects.toThrow(said)
    await expect(checkOf(repo)).rejects.toThrow(said)
  })

  test('what the hook refuses is an error of both', async () => {
    const repo = example()
    appendFileSync(join(repo.dir, LOG), ENTRY.replace('2026-06-01', '2026-13-01'))
    repo.git('add', '--all')
    const { report } = await checkOf(repo)
    const { check, refused } = await hookOf(repo)
    expect(refused).toBe(true)
    expect(report.summary.errors).toBeGreaterThan(0)
    expect(report.diagnostics).toEqual(check?.report.diagnostics)
  })
})
