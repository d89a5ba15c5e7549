import type { HookName } from './hook-names.ts'
import { quoteForShell } from './quote-for-shell.ts'
import { askingGit, SKIP } from './shim.ts'

/** Where git's own directory holds the hooks that git starts, whatever is checked out. */
export const START_FOLDER = 'memkeep/hooks'

/** The settings that send git there: `.git/config` includes them, so that nobody's own `core.hooksPath` is replaced. */
export const START_CONFIG = 'memkeep/hooks.config'

/** The hooks of a clone, as husky has them too. A hook of any other name in a folder keeps git in that folder. */
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

/** Where the hooks lie that git would run without memkeep. */
export type Destination = {
  /** The folder that `core.hooksPath` names, as it is written there. */
  readonly folder: string
  /** The folder in which people write hooks: above husky's own, else the same. */
  readonly written: string
  /** Husky came with memkeep: then a work tree without husky's own files runs the written hooks all the same. */
  readonly isOurs: boolean
}

/** Hooks that say so when they would run without memkeep: they see what is about to be committed. */
const SPEAKING: readonly string[] = ['pre-commit', 'pre-merge-commit'] satisfies HookName[]

/**
 * The hook that git starts: it runs the checked-out hook in its own place. Where none is checked out that calls memkeep,
 * as on an older branch, in a sparse checkout or in a work tree without husky's files, a commit of memory passes with one
 * line that says so.
 */
export function startHook(
  name: string,
  { folder, written, isOurs }: Destination,
  pathspecs: readonly string[],
): string {
  const [hook, file] = [`${folder}/${name}`, `${written}/${name}`]
  const isReached = isOurs ? '' : `[ -x ${quoteForShell(hook)} ] && `
  return [
    '#!/bin/sh',
    '# Made by `memkeep init`, so that git can say when hooks are not checked out; `memkeep uninstall` deletes it.',
    `hook=${quoteForShell(hook)} file=${quoteForShell(file)}`,
    ...(SPEAKING.includes(name)
      ? [`${isReached}grep -q memkeep "$file" 2>/dev/null || (`, ...saying(name as HookName, pathspecs), ')']
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
  return [SKIP, ...askingGit(name, pathspecs), `echo "${said}" >&2`].map((line) => `  ${line}`)
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

/** As husky would run it. */
const BY_ITSELF = [
  '[ -f "$file" ] && [ "${HUSKY-}" != 0 ] || exit 0',
  'export PATH="node_modules/.bin:$PATH"',
  'exec sh -e "$file" "$@"',
]

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.
