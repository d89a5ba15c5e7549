import {
  HOOK_NAMES,
  type HookName,
  LEFTHOOK_FILES,
  PRE_COMMIT_FILES,
  PRE_COMMIT_HOOKS,
  SIMPLE_GIT_HOOKS_FILES,
} from '../../core/installed.ts'
import { isJsonObject, valueAt } from '../../core/json.ts'
import { readJson } from '../../formats/json/read-json.ts'
import { findBlocks, type Spliced, shimFile, withoutBlocks, withoutShim } from '../hooks/marked-block.ts'
import { type Base, namesIn, type Site, textAt } from '../hooks/site.ts'
import { lefthookLines, withLefthook } from './lefthook.ts'
import { preCommitLines, withPreCommit } from './pre-commit.ts'
import { simpleGitHooksCommand, withSimpleGitHooks } from './simple-git-hooks.ts'

/** What runs the hooks of a repository. */
export type Manager =
  | { readonly kind: 'husky'; readonly folder: string }
  | { readonly kind: 'hook-files'; readonly base: Base; readonly folder: string }
  | { readonly kind: 'lefthook' | 'pre-commit' | 'prek' | 'simple-git-hooks'; readonly file: string }
  | { readonly kind: 'outside'; readonly folder: string }
  | { readonly kind: 'none' }

/** The manager that git's hooks lead to, and others that have settings here. */
export type DetectedManagers = { readonly manager: Manager; readonly others: readonly Manager[] }

/** The signs of hook files that a manager writes. */
const SIGNATURES: readonly (readonly [Manager['kind'], RegExp])[] = [
  ['lefthook', /lefthook/i],
  ['prek', /\bprek\b/],
  ['pre-commit', /pre-commit\.com|INSTALL_PYTHON/],
  ['simple-git-hooks', /SIMPLE_GIT_HOOKS/],
]

/**
 * Finds what runs the hooks: first the folder where git looks, then the signs in hook files there, then the
 * repository's own files there. Where git has no hooks yet, the managers with settings in the repository.
 */
export function detectManager(site: Site): DetectedManagers {
  const declared = declaredManagers(site)
  const manager = effective(site, declared) ?? declared[0] ?? { kind: 'none' }
  const isSame = (one: Manager): boolean =>
    one.kind === manager.kind || ('file' in one && 'file' in manager && one.file === manager.file)
  return { manager, others: declared.filter((one) => !isSame(one)) }
}

function effective(site: Site, declared: readonly Manager[]): Manager | null {
  const { folder, hooksPath } = site
  if ('outside' in folder) return { kind: 'outside', folder: folder.outside }
  if (hooksPath !== null && folder.base === 'root' && folder.path.endsWith('/_')) {
    return { kind: 'husky', folder: folder.path.slice(0, -'/_'.length) }
  }
  const here: Manager = { kind: 'hook-files', base: folder.base, folder: folder.path }
  const all = namesIn(site, folder.base, folder.path).map((name) =>
    textAt(site, folder.base, `${folder.path}/${name}`),
  )
  const texts = all.filter((text) => text !== null)
  const [, signed] =
    SIGNATURES.map(
      ([kind, sign]) => [texts.some((text) => sign.test(plain(text))), declaredAs(kind, declared)] as const,
    ).find(([found, one]) => found && one) ?? []
  if (signed) return signed
  if (folder.base === 'root' || hooksPath !== null) return here
  // An unreadable file belongs to somebody too, and git may run it.
  const isTheirs = all.some((text) => text === null || withoutShim(text) !== null)
  return isTheirs || (texts.length > 0 && declared.length === 0) ? here : null
}

/** Prek reads the settings of pre-commit, too. */
function declaredAs(kind: Manager['kind'], declared: readonly Manager[]): Manager | undefined {
  const found = declared.find((one) => one.kind === kind)
  if (found || kind !== 'prek') return found
  const other = declared.find((one) => one.kind === 'pre-commit')
  return other && 'file' in other ? { kind, file: other.file } : undefined
}

/** True for the text of a hook file that a manager wrote. */
export function isOfManager(text: string): boolean {
  return SIGNATURES.some(([, sign]) => sign.test(text))
}

/** A hook file's text as it was before memkeep. */
function plain(text: string): string {
  const rest = withoutBlocks(text)
  return 'text' in rest ? rest.text : text
}

/** Managers with settings in the repository; those that come with a package first. */
function declaredManagers(site: Site): readonly Manager[] {
  const has = (path: string): boolean => textAt(site, 'root', path) !== null
  const first = (
    paths: readonly string[],
    kind: 'lefthook' | 'pre-commit' | 'prek' | 'simple-git-hooks',
  ): Manager[] =>
    paths
      .filter(has)
      .slice(0, 1)
      .map((file) => ({ kind, file }))
  return [
    ...(isHuskyDeclared(site) ? [{ kind: 'husky', folder: '.husky' } as const] : []),
    ...first(LEFTHOOK_FILES, 'lefthook'),
    ...first(PRE_COMMIT_FILES, 'pre-commit'),
    ...first(['prek.toml'], 'prek'),
    ...(hasSimpleGitHooks(site)
      ? [{ kind: 'simple-git-hooks', file: 'package.json' } as const]
      : first(SIMPLE_GIT_HOOKS_FILES, 'simple-git-hooks')),
  ]
}

function isHuskyDeclared(site: Site): boolean {
  const names = namesIn(site, 'root', '.husky')
  if (names.length === 0) return false
  const isOurs = (name: string): boolean =>
    (findBlocks(textAt(site, 'root', `.husky/${name}`) ?? '') ?? []).length > 0
  return /\bhusky\b/.test(textAt(site, 'root', 'package.json') ?? '') || names.some(isOurs)
}

function hasSimpleGitHooks(site: Site): boolean {
  return isJsonObject(valueAt(readJson(textAt(site, 'root', 'package.json') ?? ''), ['simple-git-hooks']))
}

/** What runs the hooks, in words for people. */
export function managerName(manager: Manager): string {
  switch (manager.kind) {
    case 'none':
      return 'husky'
    case 'husky':
      return `husky (${manager.folder})`
    case 'hook-files':
      return `hook files in ${manager.base === 'git' ? '.git/' : ''}${manager.folder}`
    case 'outside':
      return `hook files in ${manager.folder}`
    default:
      return `${manager.kind} (${manager.file})`
  }
}

/**
 * The command that makes git call a manager for all our hooks; null for a manager that needs none. `runner` is how commands of the
 * packages here are called.
 */
export function installCommand(site: Site, { kind }: Manager, runner: string): string | null {
  switch (kind) {
    case 'lefthook': {
      const isOfPackage = /"lefthook"\s*:/.test(textAt(site, 'root', 'package.json') ?? '')
      return isOfPackage ? `${runner} lefthook install` : 'lefthook install'
    }
    case 'pre-commit':
    case 'prek':
      return `${kind} install ${PRE_COMMIT_HOOKS.map((name) => `--hook-type ${name}`).join(' ')}`
    case 'simple-git-hooks':
      return `${runner} simple-git-hooks`
    default:
      return null
  }
}

/** The hooks that managers run which are installed by a command, and what they leave in git's hook files. Pre-commit and prek run the settings of each other. */
const INSTALLED: {
  readonly [kind in Manager['kind']]?: readonly [names: readonly HookName[], sign: RegExp]
} = {
  lefthook: [HOOK_NAMES, /lefthook/i],
  'pre-commit': [PRE_COMMIT_HOOKS, /pre-commit\.com|INSTALL_PYTHON|\bprek\b/],
  prek: [PRE_COMMIT_HOOKS, /pre-commit\.com|INSTALL_PYTHON|\bprek\b/],
  'simple-git-hooks': [HOOK_NAMES, /SIMPLE_GIT_HOOKS/],
}

/** Hooks that a manager has settings for, but for which git does not call it: it must be installed for them. */
export function hooksNotInstalled(site: Site, { kind }: Manager): readonly HookName[] {
  const { folder } = site
  const [names, sign] = INSTALLED[kind] ?? []
  if (!names || !sign || !('path' in folder)) return []
  return names.filter((name) => !sign.test(textAt(site, folder.base, `${folder.path}/${name}`) ?? ''))
}

/** How our part is added to a manager's settings, and the lines to add by hand where that is not safe. */
export type ManagerForm = { readonly splice: (text: string) => Spliced; readonly byHand: readonly string[] }

/** The form for a manager and its file. No program is run, and only YAML and JSON are edited. */
export function managerForm(
  kind: Extract<Manager, { readonly file: string }>['kind'],
  file: string,
): ManagerForm {
  const foreign =
    (form: string) =>
    (text: string): Spliced =>
      HOOK_NAMES.every((name) => text.includes(shimFile(name)))
        ? { text }
        : { byHand: `${form} is not edited by memkeep` }
  switch (kind) {
    case 'lefthook': {
      const splice = /\.ya?ml$/.test(file) ? withLefthook : foreign('this form of settings')
      return { splice, byHand: lefthookLines() }
    }
    case 'pre-commit':
    case 'prek': {
      const splice = /\.ya?ml$/.test(file) ? withPreCommit : foreign('TOML')
      return { splice, byHand: preCommitLines() }
    }
    default: {
      const splice = file.endsWith('.json')
        ? (text: string) => withSimpleGitHooks(text, file)
        : foreign('a program')
      return {
        splice,
        byHand: HOOK_NAMES.map(
          (name) => `${JSON.stringify(name)}: ${JSON.stringify(simpleGitHooksCommand(name))},`,
        ),
      }
    }
  }
}
