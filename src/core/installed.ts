/** What an installation leaves in a repository, and what CI recognises it by. */

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

/** The first and last line of the block that memkeep writes into a hook file. */
export const SHIM_START = '# >>> memkeep >>>'
export const SHIM_END = '# <<< memkeep <<<'

/** The settings files of hook managers, from the top of the repository. */
export const LEFTHOOK_FILES: readonly string[] = ['lefthook', '.lefthook', '.config/lefthook'].flatMap(
  (name) => ['yml', 'yaml', 'toml', 'json', 'jsonc'].map((ending) => `${name}.${ending}`),
)
export const PRE_COMMIT_FILES: readonly string[] = ['.pre-commit-config.yaml', '.pre-commit-config.yml']
export const SIMPLE_GIT_HOOKS_FILES: readonly string[] = ['.simple-git-hooks', 'simple-git-hooks'].flatMap(
  (name) => ['json', 'cjs', 'js', 'mjs'].map((ending) => `${name}.${ending}`),
)
export const MANAGER_FILES: readonly string[] = [
  ...LEFTHOOK_FILES,
  ...PRE_COMMIT_FILES,
  'prek.toml',
  ...SIMPLE_GIT_HOOKS_FILES,
  'package.json',
]

/** The name of the merge driver's section in git's settings. */
export const MERGE_SECTION = 'merge.memkeep'

/** The setting that holds the merge driver's command. */
export const MERGE_DRIVER_KEY = `${MERGE_SECTION}.driver`
