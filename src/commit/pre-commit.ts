import { openStagedSides } from '../engine/check-request.ts'
import { realPath } from '../fs/paths.ts'
import { hookIndexes } from '../git/repository.ts'
import { gitForIndex, type HookRequest, type HookResult, openHookProject } from './hook-request.ts'

/** Checks what is about to be committed, and puts its derived files right; see `judgeCommit`. */
export async function preCommit(request: HookRequest): Promise<HookResult> {
  const started = performance.now()
  const project = await openHookProject(request.cwd)
  const indexes = hookIndexes(project.repository.gitDir, { cwd: request.cwd, realPath })
  const git = gitForIndex(indexes.committed)
  // The rules are loaded while git lists the files.
  const [opened, { judgeCommit }] = await Promise.all([
    openStagedSides(project, git),
    import('./judge-commit.ts'),
  ])
  return judgeCommit({ project, indexes, opened, started }, request)
}
