import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CommitRepo, commitRepo } from './commit-repo.ts'
import { decisions, memory, SHOP } from './memory-files.ts'

const THREE = memory('shop', { decisions: [1, 2, 3], lessons: [1] })
const ARCHIVE = 'user/memory/workspaces/shop/_archive/decisions-2025.md'

/** Two of three decisions are archived, and git does not know the archive yet. */
function archived(): CommitRepo {
  const repo = commitRepo({ files: THREE })
  expect(repo.memkeep(['archive', SHOP.decisions, '--keep', '1'])).toMatchObject({ code: 0 })
  expect(repo.git('status', '--porcelain')).toContain('?? user/memory/workspaces/shop/_archive/')
  return repo
}

describe('a commit that leaves out the archive', () => {
  test('is asked to stage it, and not to archive again; then it passes', () => {
    const repo = archived()
    const said = repo.stops('-a')
    expect(said).toContain(
      `memkeep: this commit leaves out ${ARCHIVE} with 2 of the lost items. Stage that too, then commit again: git add ${ARCHIVE}\n`,
    )
    expect(said).not.toMatch(/memkeep\s+archive/)
    execFileSync('sh', ['-c', /commit again: (.*)/.exec(said)?.[1] ?? 'false'], { cwd: repo.dir })
    repo.passes('-a')
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('gets the command for the folder of the shell', () => {
    const repo = archived()
    mkdirSync(join(repo.dir, 'docs'))
    const { stderr } = repo.run(['commit', '-qam', 'x'], { cwd: join(repo.dir, 'docs') })
    expect(stderr).toContain(`commit again: git -C .. add ${ARCHIVE}\n`)
  })

  test('is not asked to stage a file that the commit has, and that holds a lost item as well', () => {
    const other = 'user/memory/workspaces/tills/decisions.md'
    const repo = commitRepo({ files: { ...THREE, [other]: decisions(1, 2) } })
    repo.write(SHOP.decisions, decisions(3))
    const said = repo.stops('-a')
    expect(said).not.toContain('leaves out')
    expect(said).not.toContain('git add')
  })

  test('gets the rest that it loses as before', () => {
    const repo = archived()
    repo.write(SHOP.decisions, decisions())
    const said = repo.stops('-a')
    expect(said).toContain(`leaves out ${ARCHIVE} with 2 of the lost items`)
    expect(said).toMatch(/run `memkeep\s+archive/)
  })
})
