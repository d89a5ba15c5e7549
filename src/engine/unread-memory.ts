import { AGENT_FOLDER, SET_ASIDE } from '../core/places.ts'
import type { UnreadFolder } from '../core/report.ts'
import type { FileListing } from '../core/snapshot.ts'
import { compareText, groupBy } from '../core/text.ts'

/** Folders whose Markdown is mostly for agents, or from them: with a dot in front, or with a name of such. */
const FOLDER = new RegExp(
  `(?:^|/)(?:${[
    `(?!\\.github/)${AGENT_FOLDER}`,
    '\\.github/(?:agents|chatmodes|instructions|memory|prompts|skills)',
    '(?:sub)?agents?|agentes[\\w-]*|skills|souls?|prompts|instructions|context',
    'memory|memories|memory[-_ ]?banks?|memorias?|记忆',
    '[\\w-]*knowledge[-_ ]?base|knowledge|kb|brain|知识库',
    'learnings?|lessons(?:[-_]learned)?|reflections?|playbooks|til|solutions|经验教训',
    'notes|journals?|(?:work|dev|project|session|conv(?:ersation)?|agent|claude|codex|gemini)[-_ ]?(?:logs?|notes)|sess(?:ions|oes|ões|iones)|hand-?offs?|todos',
    'decisions?|adrs?',
    'plans?|tasks|backlog|superpowers|sdd|specs(?=/\\d{3}[-_])',
  ].join('|')})/`,
  'i',
)

/** Files that are for agents, or from them, wherever they lie. */
const FILE =
  /(?:^|\/)(?:AGENTS|CLAUDE|CODEX|GEMINI|OPENCODE|QWEN|MEMORY|SKILL|SOUL|IDENTITY|HEARTBEAT|BOOTSTRAP|CONTEXT|(?:lessons?|learnings?)(?:[-_]learned)?|经验教训|decision[-_]?log|decisions?|active[-_]?context|product[-_]?context|project[-_]?brief|system[-_]?patterns|tech[-_]?context|(?:project|current|session)[-_]?(?:log|state)|[\w-]*hand-?off[\w-]*|journal|[^/]+\.(?:agent|chatmode|instructions|prompt))\.md$/i

/** Packages and builds: what lies in them came with them. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|site-packages)\//i

const ASIDE = new RegExp(`(?:^|/)(?:${SET_ASIDE.join('|')})/`, 'i')

/** A folder may have one about itself, whatever it is for. */
const README = /(?:^|\/)readme\.mdc?$/i

/** What looks like memory by its name and is not among the files that are read: by folder, in order of paths. */
export function findUnread(files: FileListing, read: ReadonlySet<string>): readonly UnreadFolder[] {
  const unread: { readonly path: string; readonly folder: string }[] = []
  const named = new Set<string>()
  for (const path of files.keys()) {
    if (!/\.mdc?$/i.test(path) || read.has(path) || README.test(path) || INSTALLED.test(path)) continue
    const found = FOLDER.exec(path)
    if (!found && !FILE.test(path)) continue
    const folder = found ? withAside(path, found.index + found[0].length) : folderIn(path)
    if (!found) named.add(folder)
    unread.push({ path, folder })
  }
  return [...groupBy(unread, ({ folder }) => folder)]
    .map(([folder, found]) => {
      const paths = found.map(({ path }) => path)
      const [first = ''] = paths
      const notes = named.has(folder)
        ? { pattern: first, files: 1 }
        : mostIn(folder, paths, othersIn(folder, paths, files))
      return { folder: folder === '' ? './' : folder, files: paths.length, notes }
    })
    .sort((a, b) => compareText(a.folder, b.folder))
}

/** Others of the folder may be read. */
function withAside(path: string, end: number): string {
  const aside = ASIDE.exec(path.slice(end))
  return path.slice(0, end + (aside ? aside.index + aside[0].length : 0))
}

function folderIn(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Other Markdown below a folder than some files of it. */
function othersIn(folder: string, paths: readonly string[], files: FileListing): readonly string[] {
  const own = new Set(paths)
  return [...files.keys()].filter(
    (path) => path.startsWith(folder) && /\.mdc?$/i.test(path) && !README.test(path) && !own.has(path),
  )
}

type Part = UnreadFolder['notes']

/**
 * The pattern that finds the most of some files of a folder, and nothing else: of the whole folder, or, where it has other Markdown
 * below it, of one of its folders, or of what lies right in it.
 */
function mostIn(folder: string, paths: readonly string[], others: readonly string[]): Part {
  const near = others.filter((path) => path.startsWith(folder))
  const ending = paths.filter((path) => /\.mdc$/i.test(path)).length * 2 > paths.length ? 'mdc' : 'md'
  const own = paths.filter((path) => path.toLowerCase().endsWith(`.${ending}`))
  if (near.length === 0) return { pattern: `${folder}**/*.${ending}`, files: own.length }
  const direct = own.filter((path) => folderIn(path) === folder)
  const isAlone = near.every((path) => folderIn(path) !== folder)
  const [first = ''] = direct
  const here = isAlone
    ? { pattern: `${folder}*.${ending}`, files: direct.length }
    : { pattern: first, files: Math.min(direct.length, 1) }
  const below = groupBy(
    paths.filter((path) => folderIn(path) !== folder),
    (path) => path.slice(0, path.indexOf('/', folder.length) + 1),
  )
  const parts = [...below].map(([name, inside]) => mostIn(name, inside, near))
  return parts.reduce((most, part) => (part.files > most.files ? part : most), here)
}
