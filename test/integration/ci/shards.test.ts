import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memkeep } from '../../helpers/setup.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { addEntry, checkout, ci, DECISIONS, entry, host, push } from './ci-repo.ts'

test('with what shards have parsed the gate has the same result', async () => {
  const repo = await host()
  const before = repo.git('rev-parse', 'HEAD')
  await addEntry(repo, DECISIONS, entry('One queue per shop', ''))
  const clone = checkout(repo, 'refs/heads/main')
  const folder = join(tempFolder(), 'shards')
  mkdirSync(folder)
  for (const shard of ['1/2', '2/2']) {
    const output = join(folder, `${shard[0]}.shard`)
    const args = ['check', '--rev', 'HEAD', '--shard', shard, '--output', output, '--now', '2026-06-01']
    expect(await memkeep(clone.dir, args)).toMatchObject({ code: 0 })
  }
  const plain = await ci(clone, push(before))
  const shared = await ci(clone, push(before), '--shards', folder)
  expect(shared.code).toBe(1)
  expect(shared).toEqual(plain)
  expect(await ci(clone, push(before), '--shards', join(folder, 'missing'))).toMatchObject({ code: 2 })
})
