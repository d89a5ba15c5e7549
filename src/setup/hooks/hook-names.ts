/** The git hooks that memkeep takes part in. */
export const HOOK_NAMES = [
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'post-merge',
  'post-checkout',
  'post-rewrite',
] as const

/** One of the git hooks that memkeep takes part in. */
export type HookName = (typeof HOOK_NAMES)[number]

/** True for hooks to which git pipes lines that other commands in the same file may want to read, too. */
export function readsStdin(name: HookName): boolean {
  return name === 'pre-push' || name === 'post-rewrite'
}

/** True for hooks that can stop what git is about to do. */
export function canRefuse(name: HookName): boolean {
  return name.startsWith('pre-')
}
