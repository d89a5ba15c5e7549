import { expect, test } from 'vitest'
import { findLostHooks } from '../../src/ci/bypass-findings.ts'
import { openCommit } from '../../src/snapshot/open-snapshot.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

async function said(repo: TempRepo, base: string, head: string): Promise<readonly string[]> {
  const open = (id: string) => openCommit(repo.dir, id)
  return findLostHooks(await open(base), await open(head))
}

test('files by which git gets to memkeep, and which the head does not have, are named', async () => {
  const repo = tempRepo()
  repo.write('tools/pre-commit', 'true\n')
  const first = repo.commit()
  await memkeep(repo.dir, ['init'])
  const base = repo.commit()
  expect([await said(repo, first, base), await said(repo, base, base)]).toEqual([[], []])
  repo.remove('.husky/pre-commit')
  repo.write('.husky/pre-push', 'true\n')
  expect(await said(repo, base, repo.commit())).toEqual([
    'memkeep is gone from .husky/pre-commit, .husky/pre-push: clones commit memory without these checks',
  ])
})

test('hooks that move to another manager are not lost', async () => {
  const repo = tempRepo()
  await memkeep(repo.dir, ['init'])
  const base = repo.commit()
  await memkeep(repo.dir, ['uninstall'])
  repo.write('lefthook.yml', '')
  await memkeep(repo.dir, ['init'])
  expect(await said(repo, base, repo.commit())).toEqual([])
  expect(await findLostHooks(null, await openCommit(repo.dir, base))).toEqual([])
})
