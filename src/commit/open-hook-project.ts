import { UserError } from '../core/errors.ts'
import { findRepository } from '../git/repository.ts'
import { locateRepository } from '../snapshot/locate-repository.ts'
import type { Project } from '../snapshot/project.ts'

/** A project that is a repository. */
export type HookProject = Project & { readonly repository: NonNullable<Project['repository']> }

/**
 * The repository that git runs a hook for: git names it by variables in linked work trees and under `--git-dir`.
 * Throws `UserError` where there is none.
 */
export async function openHookProject(cwd: string): Promise<HookProject> {
  const isNamed = process.env.GIT_DIR !== undefined || process.env.GIT_WORK_TREE !== undefined
  const repository = isNamed ? await findRepository(cwd, { hook: true }) : await locateRepository(cwd)
  if (!repository) throw new UserError(`${cwd} is not in a git repository`, 'Hooks run inside a work tree.')
  return { root: repository.top, cwd, repository }
}
