/** A change of the sources that breaks a promise, and the scenario that finds it. */
export type Fault = {
  readonly name: string
  readonly scenario: string
  readonly file: string
  readonly from: string
  readonly to: string
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'no sync of the folder',
    scenario: 'save-over-save',
    file: 'src/fs/atomic-write.ts',
    from: 'else if (folder) syncFolder(dirname(path), fs)',
    to: "else if (folder && path === '') syncFolder(dirname(path), fs)",
  },
  {
    name: 'no sync of the file',
    scenario: 'save-over-save',
    file: 'src/fs/atomic-write.ts',
    from: 'if (durable) fs.fsyncSync(handle)',
    to: '',
  },
  {
    name: 'a blank lock after a power loss is kept',
    scenario: 'save-over-save',
    file: 'src/fs/lock.ts',
    from: 'stats.mtimeMs < (view.machineStart ?? 0)',
    to: 'stats.mtimeMs < 0',
  },
  {
    name: 'a takeover without its owner check',
    scenario: 'stale-lock-taken-over',
    file: 'src/fs/lock.ts',
    from: 'return owner && isDead(owner, view) ?',
    to: 'return owner ?',
  },
  {
    name: 'no lock',
    scenario: 'save-over-save',
    file: 'src/engine/locked-write.ts',
    from: 'for (const part of parts) {',
    to: 'for (const part of parts.slice(parts.length)) {',
  },
  {
    name: 'a lock released early',
    scenario: 'save-over-save',
    file: 'src/operations/run-operation.ts',
    from: 'const result = await writeHolding(first, call, { locks, names })',
    to: 'locks.release()\n      const result = await writeHolding(first, call, { locks, names })',
  },
  {
    name: 'rename before write',
    scenario: 'save-over-save',
    file: 'src/fs/atomic-write.ts',
    from: 'if (refused === null) renameWithRetry(fs, { from: temporary, to: path }, retry)',
    to: `if (refused === null && 'bytes' in file) {
      fs.unlinkSync(temporary)
      fs.closeSync(fs.openSync(temporary, 'wx', 0o666))
      renameWithRetry(fs, { from: temporary, to: path }, retry)
      const again = fs.openSync(path, 'r+')
      writeAll(again, file.bytes, { fs, position: 0 })
      fs.fsyncSync(again)
      fs.closeSync(again)
    }`,
  },
  {
    name: 'a missing re-read',
    scenario: 'update-over-hand-edit',
    file: 'src/fs/write-plan.ts',
    from: 'one.confirm() ?? movedAway(pinned, one) ?? (hasBytes(target, before, fs) ? null : CHANGED)',
    to: 'one.confirm() ?? movedAway(pinned, one)',
  },
  {
    name: 'lacking locks ignored',
    scenario: 'update-of-a-moved-record',
    file: 'src/operations/run-operation.ts',
    from: 'if (lacking.length > 0) return null',
    to: '',
  },
  {
    name: 'a receipt lost',
    scenario: 'update-sent-twice',
    file: 'src/layouts/working-memory/store/change-task.ts',
    from: 'const isNew = (added: New): boolean => {',
    to: 'const isNew = (added: New): boolean => {\n      if (added) return true',
  },
  {
    name: 'the folder of a kept copy is not synced',
    scenario: 'session-end-over-save',
    file: 'src/fs/atomic-write.ts',
    from: '  replaceFile(copy, { bytes, mode: null }, { fs, scratch })\n  syncParents(folder, fs)\n',
    to: '  replaceFile(copy, { bytes, mode: null }, { fs, scratch })\n',
  },
]
