import { join } from 'node:path'
import { isThere } from '../fs/is-there.ts'
import { currentBranch, defaultBranch } from '../git/branches.ts'
import type { AskedWorkflow } from './hooks/plan-install.ts'
import { workflowText } from './hooks/workflow-file.ts'
import { isOnGithub } from './is-on-github.ts'

/** The workflow that `init` is to write; null for a repository that GitHub does not have. */
export async function workflowFor(top: string): Promise<AskedWorkflow | null> {
  if (!(await isOnGithub(top))) return null
  return { text: workflowText(await pushedTo(top)), isLocked: isThere(join(top, 'package-lock.json')) }
}

/** Clones know the default branch; where nobody told it to the repository, it is one of these. */
async function pushedTo(top: string): Promise<readonly string[]> {
  const known = await defaultBranch(top)
  if (known !== null) return [known]
  const current = await currentBranch(top)
  return [...new Set(['main', 'master', ...(current === null ? [] : [current])])]
}
