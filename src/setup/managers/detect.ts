import { LEFTHOOK_FILES, PRE_COMMIT_FILES, SIMPLE_GIT_HOOKS_FILES } from '../../core/installed.ts'
import { isJsonObject } from '../../core/json.ts'
import { memberOf, readJson } from '../../formats/json-edits.ts'
import { withoutShim } from '../hooks/hook-file.ts'
import { findBlocks, withoutBlocks } from '../hooks/marked-block.ts'
import { type Base, namesIn, type Site, textAt } from '../hooks/site.ts'

/** What runs the hooks of a repository. */
export type Manager =
  | { readonly kind: 'husky'; readonly folder: string }
  | { readonly kind: 'hook-files'; readonly base: Base; readonly folder: string }
  | { readonly kind: 'lefthook' | 'pre-commit' | 'prek' | 'simple-git-hooks'; readonly file: string }
  | { readonly kind: 'outside'; readonly folder: string }
  | { readonly kind: 'none' }

/** The manager that git's hooks lead to, and others that have settings here. */
export type Detected = { readonly manager: Manager; readonly others: readonly Manager[] }

/** What the hook files look like that a manager writes. */
const SIGNATURES: readonly (readonly [Manager['kind'], RegExp])[] = [
  ['lefthook', /lefthook/i],
  ['prek', /\bprek\b/],
  ['pre-commit', /pre-commit\.com|INSTALL_PYTHON/],
  ['simple-git-hooks', /SIMPLE_GIT_HOOKS/],
]

/**
 * Finds what runs the hooks: where git looks first, then what the hook files there say of themselves, then files of the
 * repository's own there; where git has nothing yet, what has settings in the repository.
 */
export function detect(site: Site): Detected {
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
  // What cannot be read is somebody's all the same, and git may run it.
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

/** True for the text of a hook file that some manager wrote. */
export function isOfManager(text: string): boolean {
  return SIGNATURES.some(([, sign]) => sign.test(text))
}

/** A hook file's text as it was before memkeep. */
function plain(text: string): string {
  const rest = withoutBlocks(text)
  return 'text' in rest ? rest.text : text
}

/** Managers with settings in the repository, those that come with a package first. */
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
  return isJsonObject(memberOf(readJson(textAt(site, 'root', 'package.json') ?? ''), ['simple-git-hooks']))
}
