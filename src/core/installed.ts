/** What an installation leaves in a repository, and what CI recognises it by. */

/** The git hooks that memkeep takes part in. */
export const HOOK_NAMES = [
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'post-commit',
  'post-applypatch',
  'post-merge',
  'post-checkout',
  'post-rewrite',
] as const

/** Those of them that pre-commit and prek know. */
export const PRE_COMMIT_HOOKS = HOOK_NAMES.filter((name) => name !== 'post-applypatch')

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

/** Where a host finds workflows. */
const WORKFLOWS = '.github/workflows/'

/** Where GitLab finds its jobs. */
export const GITLAB_FILE = '.gitlab-ci.yml'

/** True for a file that may say what a host runs. */
export function isWorkflow(path: string): boolean {
  return path.startsWith(WORKFLOWS) || path === GITLAB_FILE
}

/** A workflow that calls another one under the name that the docs give it: the shared file may have any name. */
const CALLS_SHARED = /^name: *(["']?)memory\1[ \t]*$[\s\S]*^ +uses: *["']?[^\s"']+\/\.github\/workflows\//m

/** True for a workflow that runs memkeep, by what it says. */
export function runsMemkeep(text: string): boolean {
  return text.includes('memkeep') || CALLS_SHARED.test(text.replaceAll('\r\n', '\n'))
}

/** The block of memkeep in a hook file or in the settings of a hook manager; null for none. */
export function hookBlock(text: string): string | null {
  const start = text.indexOf(SHIM_START)
  if (start === -1) return null
  const end = text.indexOf(SHIM_END, start)
  return end === -1 ? text.slice(start) : text.slice(start, end)
}

/** Git's files of rules: how it joins, shows and converts what lies below, and what of it it would ignore. */
export const RULES_FILES: readonly string[] = ['.gitattributes', '.gitignore']

/** True for one of git's files of rules, in any folder. */
export function isRulesFile(path: string): boolean {
  return RULES_FILES.includes(nameOf(path))
}

/** The hook that a file is by its name; null for another file. */
export function hookNamed(path: string): HookName | null {
  return HOOK_NAMES.find((name) => name === nameOf(path)) ?? null
}

const MANAGERS: ReadonlySet<string> = new Set(MANAGER_FILES)

/** True for a file by which git may get to memkeep. */
export function isHookFile(path: string): boolean {
  return MANAGERS.has(path) || hookNamed(path) !== null
}

/** What says which packages are installed at the top of a repository. */
const INSTALLING: ReadonlySet<string> = new Set([
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'bun.lock',
  'bun.lockb',
])

/** True for a file that says which packages are installed: settings may extend one of them. */
export function isInstalling(path: string): boolean {
  return INSTALLING.has(path)
}

/** The folder in which a repository keeps the package of memkeep that no registry gives it. */
export const PACKAGE_FOLDER = 'vendor'

/** True for a package of memkeep there, as `npm pack` names it; the workflow looks for the same. */
export function isPackageOfMemkeep(path: string): boolean {
  return /^vendor\/memkeep-[^/]*\.tgz$/.test(path)
}

/** True for a file outside memory that decides how git treats memory, or whether and how a change of it is checked. */
export function isGuardFile(path: string): boolean {
  return (
    isRulesFile(path) ||
    isHookFile(path) ||
    isWorkflow(path) ||
    isInstalling(path) ||
    isPackageOfMemkeep(path)
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
