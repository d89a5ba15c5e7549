import { today } from '../core/date.ts'
import { isHookFile, isInstalling, MANAGER_FILES } from '../core/installed.ts'
import type { Layout } from '../core/layout.ts'
import { safePath, safeText, UserError } from '../core/messages.ts'
import { folderOf } from '../core/path.ts'
import type { UnreadFolder } from '../core/report.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { compareText } from '../core/text.ts'
import { claimFiles } from '../engine/claims.ts'
import { openMemory, WHERE_MEMORY_IS } from '../engine/open-memory.ts'
import { SETTINGS_FILE, settingsFiles } from '../engine/settings/load-settings.ts'
import { findUnread } from '../engine/unread-memory.ts'
import { ruleSourcesOf } from '../formats/rule-sources.ts'
import { counted } from '../reporters/wording.ts'
import { isInPackage, textAt } from './hooks/site.ts'
import { PACKAGE, workflowWithMemkeep } from './hooks/workflow-file.ts'
import { findPackages, openInstallation } from './installation.ts'
import { type ReadSite, readSite } from './site-on-disk.ts'
import { vendoredPackages } from './vendored-package.ts'

/** Where hosts look for the file, in their order. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']

/** A user, a team, or an address. */
const OWNER = /^(?:@[\w.-]+(?:\/[\w.-]+)*|[^\s@]+@[^\s@]+)$/

/**
 * The lines of CODEOWNERS that give the memory of a work tree, and what judges it, to owners. Throws `UserError` for a name that
 * no host takes, and where there is no memory.
 */
export async function codeownersBlock(cwd: string, owners: string): Promise<string> {
  const names = owners.split(/[\s,]+/).filter((name) => name !== '')
  const wrong = names.find((name) => !OWNER.test(name))
  if (wrong !== undefined || names.length === 0) {
    throw new UserError(
      `${safeText(JSON.stringify(wrong ?? owners))} is no owner`,
      'Give @user, @org/team or an address; several with a comma.',
    )
  }
  const { project, roots } = await openInstallation(cwd, 'doctor')
  const memory = await openMemory({ project, cwd: roots.root, today: today(new Date()), cache: false })
  const { files } = memory.after
  const claimed = claimFiles(memory.after, memory)
  if (claimed.length === 0) throw new UserError('no memory is seen here', WHERE_MEMORY_IS)
  const site = await readSite(roots)
  const own = PLACES.find((path) => files.has(path)) ?? PLACES[0] ?? ''
  const memories = [...sourcesIn([...files.keys()]), ...memoryPatterns(claimed, memory)]
  const patterns = memories.filter(
    (one) => !memories.some((other) => one !== other && isFolder(other) && one.startsWith(other)),
  )
  const folders = patterns.filter(isFolder)
  const covered = [...files.keys()].filter((path) => {
    const own = `/${literal(path)}`
    return folders.some((one) => own.startsWith(one))
  })
  const unread = findUnread(files, new Set([...claimed.map(({ file }) => file.path), ...covered]))
  const guards = [
    ...[
      SETTINGS_FILE,
      ...settingsFiles(memory.settings).filter((path) => files.has(path)),
      BASELINE_FILE,
    ].map(literal),
    ...hookPatterns(site),
    ...[...files.keys()].filter((path) => path === '.gitattributes').map(literal),
    ...packagePatterns([...files.keys()], { packages: await findPackages(memory.after, roots.root), site }),
    ...(await workflowPatterns(site, roots.root)),
    literal(own),
  ]
  return block(
    { memory: [...new Set(patterns)].sort(compareText), unread, others: [...new Set(guards)] },
    names.join(' '),
  )
}

type Block = {
  readonly memory: readonly string[]
  readonly unread: readonly UnreadFolder[]
  readonly others: readonly string[]
}

function block({ memory, unread, others }: Block, owners: string): string {
  const lines = (patterns: readonly string[]): string[] => patterns.map((pattern) => `${pattern} ${owners}`)
  return `${[
    '# What agents remember. Keep it below general lines: the last line that fits a file decides.',
    ...lines(memory),
    ...unreadLines(unread),
    '# What judges it, and what decides whether and by which memkeep.',
    ...lines(others.map((pattern) => `/${pattern}`)),
  ].join('\n')}\n`
}

/** So many folders are named. */
const MOST = 20

/** Comments that say which files have no owner, although they look like memory. */
function unreadLines(unread: readonly UnreadFolder[]): readonly string[] {
  if (unread.length === 0) return []
  const more = unread.length - MOST
  return [
    '# No line above names these: they look like memory, and no layout reads them. `memkeep files` says how to have them read.',
    ...unread
      .slice(0, MOST)
      .map(({ folder, files }) => `#   ${safePath(folder)} (${counted(files, 'file')})`),
    ...(more > 0 ? [`#   and ${counted(more, 'more folder')}`] : []),
  ]
}

/** Folders from which tools write the instructions of agents. */
function sourcesIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const sources = ruleSourcesOf(path)
    return sources ? [`/${literal(sources.folder)}/`] : []
  })
}

function isFolder(pattern: string): boolean {
  return pattern.startsWith('/') && pattern.endsWith('/')
}

/** What is asked of a layout. */
type Claims = Pick<Layout, 'claim' | 'roots' | 'kinds'>

/** A file of memory and the layout that keeps it. */
type OwnFile = { readonly file: { readonly path: string }; readonly layout: Claims }

/**
 * Patterns for the places of memory, so that a file that is new there has an owner too: a root of a layout, a folder in which a
 * file of any name is memory, a name that is memory in any folder; else the file. In order.
 */
export function memoryPatterns(
  files: readonly OwnFile[],
  { settings }: { readonly settings: Settings },
): readonly string[] {
  const all = files.flatMap(({ file: { path }, layout }) => placesOf(path, layout, settings))
  const folders = all.filter(isFolder)
  const outer = all.filter((one) => !folders.some((other) => one !== other && one.startsWith(other)))
  return [...new Set(outer)].sort(compareText)
}

/** Names that no repository has. */
const OTHER_NAME = 'a-new-one'
const OTHER_FOLDER = 'a-new-folder'

function placesOf(path: string, layout: Claims, settings: Settings): readonly string[] {
  const isOwn = (other: string): boolean => layout.claim(other, 'file', settings) !== null
  const root = layout.roots?.(settings).find((one) => path.startsWith(`${one.path}/`))
  // What a layout keeps out of git is in no pull request.
  if (root) return root.git === 'ignored' ? [] : [`/${literal(root.path)}/`]
  const [, ending = ''] = /(\.[^./]*)$/.exec(path) ?? []
  const isPlace = (folder: string): boolean =>
    folder !== '' && [OTHER_NAME, `9999-${OTHER_NAME}`].some((name) => isOwn(`${folder}/${name}${ending}`))
  const folder = foldersOf(path).find(isPlace)
  if (folder !== undefined) return [`/${literal(folder)}/`]
  const name = path.slice(path.lastIndexOf('/') + 1)
  const kind = layout.claim(path, 'file', settings)?.kind
  const archive = layout.kinds.find(({ id }) => id === kind)?.archiveOf?.(path)
  const inAnyFolder = isOwn(`${OTHER_FOLDER}/${name}`)
  const shown = (one: string): string =>
    inAnyFolder ? literal(one.slice(one.lastIndexOf('/') + 1)) : `/${literal(one)}`
  return [numbered(path, isOwn) ?? shown(path), ...(archive ? [shown(archive)] : [])]
}

/** A pattern for files next to one whose name has a number behind its first word (`adr-0012.md`); null where another number is no memory. */
function numbered(path: string, isOwn: (other: string) => boolean): string | null {
  const [, folder = '', before = ''] = /^(.*\/)?([a-z]+[-_. ]?)(?=\d\d)[^/]*$/i.exec(path) ?? []
  return before !== '' && isOwn(path.replace(/\d(?=[^/]*$)/g, '1')) ? `/${literal(folder + before)}*` : null
}

/** Hook files and the settings of hook managers that get to memkeep; a folder of hook files is one line. */
function hookPatterns(site: ReadSite): readonly string[] {
  const own = [...site.files.keys()].flatMap((key) => {
    const path = key.startsWith('root:') ? key.slice('root:'.length) : ''
    return isHookFile(path) && path !== 'package.json' && textAt(site, 'root', path)?.includes('memkeep')
      ? [path]
      : []
  })
  return own.map((path) =>
    MANAGER_FILES.includes(path) || folderOf(path) === '' ? literal(path) : `${literal(folderOf(path))}/`,
  )
}

/** What says which memkeep is installed, where a package.json asks for it. */
function packagePatterns(
  files: readonly string[],
  { packages, site }: { readonly packages: readonly string[]; readonly site: ReadSite },
): readonly string[] {
  if (!isInPackage(site) && packages.length === 0) return []
  const below = new Set(packages.map((folder) => `${folder}/package.json`))
  return files.filter((path) => isInstalling(path) || below.has(path)).map(literal)
}

/** The workflow that runs memkeep, and the package that it installs. */
async function workflowPatterns(site: ReadSite, top: string): Promise<readonly string[]> {
  const workflow = workflowWithMemkeep(site)
  const { isShared, unshared } = await vendoredPackages(top)
  return [
    ...(workflow === null ? [] : [literal(workflow)]),
    ...(isShared || unshared.length > 0 ? [PACKAGE] : []),
  ]
}

/** The folders of a path, the topmost first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** A path as hosts read it: blanks are escaped, and what has a meaning that cannot be escaped is any character. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]#!\p{Cc}]/gu, '?').replaceAll(' ', '\\ ')
}
