import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FsPort, storeCopy } from '../../src/fs/atomic-write.ts'
import { saveUndoRecord } from '../../src/fs/undo-record.ts'
import { wrappedFs } from '../helpers/faulty-fs.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

/** The folders that are synced, in order. */
function syncing(): { readonly fs: FsPort; readonly synced: string[] } {
  const opened = new Map<unknown, string>()
  const synced: string[] = []
  const fs = wrappedFs((name, call, args) => {
    const value = call()
    if (name === 'openSync') opened.set(value, String(args[0]))
    if (name === 'fsyncSync') synced.push(opened.get(args[0]) ?? '')
    return value
  })
  return { fs, synced }
}

// What is deleted next would else be in no place after a power loss: the name of a new folder is in the folder above it.
test('a copy is kept with the names of all folders that lead to it', () => {
  const root = tempFolder()
  const { fs, synced } = syncing()
  const folder = join(root, '.memkeep', 'memkeep', 'kept')
  storeCopy(folder, 'a.json', { bytes: Buffer.from('a'), fs })
  expect(synced).toEqual(
    expect.arrayContaining([folder, join(root, '.memkeep', 'memkeep'), join(root, '.memkeep'), root]),
  )
})

test('a record of a migration is kept with the names of all folders that lead to it', () => {
  const gitDir = join(tempFolder(), '.git')
  mkdirSync(gitDir)
  const { fs, synced } = syncing()
  saveUndoRecord(gitDir, { done: false, entries: [], folders: [] }, fs)
  expect(synced).toEqual(
    expect.arrayContaining([join(gitDir, 'memkeep', 'migrate'), join(gitDir, 'memkeep'), gitDir]),
  )
})
