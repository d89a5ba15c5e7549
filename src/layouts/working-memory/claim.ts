import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

const setting = rootSetting('workingMemory', {
  description: 'Where the working memory of tasks lies.',
  holds: 'The directory that holds a directory for each task.',
  value: '.working-memory',
})

/** The directory that holds a directory for each task, relative to the repository root, without a slash at the end. */
export const workingMemoryRoot = setting.read

export const workingMemoryPaths: LayoutPaths = {
  id: 'working-memory',
  settings: { schemas: setting.schema },
  signature: 'a `state.yaml`',
  roots: (settings) => {
    const path = workingMemoryRoot(settings)
    return [{ path, git: 'local', own: [path], merged: ['*/*.yaml', '*/*.md'] }]
  },
  claim,
  parts: { of: partOf, folders: foldersOf },
}

/** Claims `{root}/{task}/state.yaml`, `log.md`, `*.dsl` and the parts of long memories next to them; the scope is the task. */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  if (mode === 'submodule') return null
  const [task, name, deeper] = segmentsBelow(path, settings)
  if (task === undefined || name === undefined || deeper !== undefined) return null
  const kind = kindOf(name)
  return kind ? { kind, scope: task } : null
}

/** The task: no two of them have anything to do with each other. Empty for a file that is of none. */
export function partOf(path: string, settings: Settings): string {
  const [task = '', name] = segmentsBelow(path, settings)
  return name === undefined ? '' : task
}

/** The task's directory. */
function foldersOf(task: string, settings: Settings): readonly string[] {
  const root = workingMemoryRoot(settings)
  return [task === '' ? root : `${root}/${task}`]
}

function segmentsBelow(path: string, settings: Settings): readonly string[] {
  return setting.below(path, settings)?.split('/') ?? []
}

function kindOf(name: string): string | null {
  if (name === 'state.yaml') return 'task-state'
  if (name === 'log.md' || /^log-\d{3}\.md$/.test(name)) return 'task-log'
  if (/^archived-\d{3}\.yaml$/.test(name)) return 'task-archive'
  return name.endsWith('.dsl') ? 'task-update' : null
}
