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
]
