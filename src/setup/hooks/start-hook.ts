import type { HookName } from '../../core/installed.ts'
import { askGitLines, SKIP } from '../../core/shim.ts'

/** The hooks of a clone, the same as husky's. A hook of another name keeps git in the folder that holds it. */
export const CLIENT_HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-merge',
  'post-rewrite',
  'pre-applypatch',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
] as const

/** The other hooks that git knows: those of servers, and those that are too frequent to pass through a shell. */
export const OTHER_HOOKS: readonly string[] = [
  'fsmonitor-watchman',
  'p4-changelist',
  'p4-post-changelist',
  'p4-pre-submit',
  'p4-prepare-changelist',
  'post-index-change',
  'post-receive',
  'post-update',
  'pre-receive',
  'proc-receive',
  'push-to-checkout',
  'reference-transaction',
  'sendemail-validate',
  'update',
]

/** Hooks that report when they run without memkeep: they see what will be committed. */
function isSpeaking(name: string): name is HookName {
  return name === 'pre-commit' || name === 'pre-merge-commit'
}

/**
 * The hook that git starts: it runs the hook that git would run without memkeep, at the present `core.hooksPath`.
 * Where no hook that calls memkeep is checked out (an older branch, a sparse checkout, a work tree without husky's
 * files) a commit of memory passes with one line about it. With `isOurs`, husky came with memkeep, and the hooks of a
 * work tree run without husky's files.
 */
export function startHook(
  name: string,
  { pathspecs, isOurs }: { readonly pathspecs: readonly string[]; readonly isOurs: boolean },
): string {
  const isReached = isOurs ? '' : '[ -x "$hook" ] && '
  return [
    '#!/bin/sh',
    '# Made by `memkeep init`, so that git can say when hooks are not checked out; `memkeep uninstall` deletes it.',
    ...LOOKING,
    `hook=$folder/${name} file=\${folder%/_}/${name}`,
    ...(isSpeaking(name)
      ? [`${isReached}grep -q memkeep "$file" 2>/dev/null || (`, ...saying(name, pathspecs), ')']
      : []),
    '[ -x "$hook" ] && exec "$hook" "$@"',
    ...(isOurs ? BY_ITSELF : []),
    'exit 0',
    '',
  ].join('\n')
}

/** The settings by which git starts hooks in a folder. */
export function startConfig(folder: string): string {
  const value = folder.replace(/["\\]/g, '\\$&')
  return `# Made by \`memkeep init\`; \`memkeep uninstall\` deletes it. The hooks there run those of your core.hooksPath.\n[core]\n\thooksPath = "${value}"\n`
}

function saying(name: HookName, pathspecs: readonly string[]): string[] {
  const said =
    'memkeep: the memory in this commit is not checked: $file is not here, or does not call memkeep. memkeep doctor says what to do.'
  return [SKIP, ...askGitLines(name, pathspecs), ...REMOVED, `echo "${said}" >&2`].map((line) => `  ${line}`)
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

/**
 * Where somebody took memkeep out of the repository, a clone cannot run its `uninstall` any more: the commands are git's. History distinguishes
 * this from a branch that never had the hook. The settings are those of `START_CONFIG`.
 */
const REMOVED = [
  'ask() {',
  '  GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_LITERAL_PATHSPECS=0 git -c core.fsmonitor=false "$@" 2>/dev/null',
  '}',
  'if ! ask grep -q memkeep HEAD -- "$file" "*package.json" &&',
  '  [ -n "$(ask log --full-history --max-count=1 --format=%h -S memkeep HEAD -- "$file")" ]; then',
  '  echo "memkeep: the memory in this commit is not checked: somebody removed memkeep from this repository. To end this message, run:" >&2',
  `  git config --local --name-only --get-regexp '^includeif[.]gitdir:.*[.]path$' '^memkeep/hooks[.]config$' |`,
  `    sed "s/'/'\\\\\\\\''/g; s/.*/  git config --unset-all '&' 'memkeep\\/hooks.config'/" >&2`,
  '  exit 0',
  'fi',
]

/** Of the values of `core.hooksPath` memkeep's own is the last; the one before it applies without memkeep. */
const LOOKING = [
  'own=${0%/*}',
  'folder=$(git config --type=path --get-all core.hooksPath) && folder=${folder%"$own"}',
  'folder=${folder%"',
  '"}',
  'folder=${folder##*"',
  '"}',
  'folder=${folder:-${own%/memkeep/hooks}/hooks}',
]

/** Runs the hook as husky would. */
const BY_ITSELF = [
  '[ -f "$file" ] && [ "${HUSKY-}" != 0 ] || exit 0',
  'export PATH="node_modules/.bin:$PATH"',
  'exec sh -e "$file" "$@"',
]

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.
