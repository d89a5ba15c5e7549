import type { Snapshot } from '../core/snapshot.ts'
import type { AheadFile } from '../fs/generated-files.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { HookProject } from './open-hook-project.ts'
import { updateWorkTree } from './update-work-tree.ts'

/** What an earlier hook wrote, and what is staged now. */
export type TakeBack = {
  readonly ahead: readonly AheadFile[]
  readonly staged: Snapshot
  readonly git: GitOptions
}

/**
 * Takes back what an earlier hook wrote into the work tree for a commit that was given up: the file becomes what is
 * staged again, while it still holds exactly what that hook wrote.
 */
export async function takeBack(project: HookProject, { ahead, staged, git }: TakeBack): Promise<void> {
  const left = ahead.filter(({ path, id }) => staged.files.get(path)?.id !== id)
  const changes = [...new Set(left.map(({ path }) => path))].map((path) => {
    const file = staged.files.get(path)
    const blob = file?.id ? { id: file.id, executable: file.mode === 'executable' } : null
    return { path, blob, text: new Uint8Array() }
  })
  await updateWorkTree(project, changes, {
    isOwn: (path, id) => left.some((one) => one.path === path && one.id === id),
    isTracked: () => true,
    git,
  })
}
