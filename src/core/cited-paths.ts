import type { Citation, DeadCitation } from './citation.ts'
import type { Document, Item, Memory } from './document.ts'
import { folderOf, pathsUpward, relativeTarget, resolveTarget } from './path.ts'
import { type FileListing, hasLinks, holdsFile, isFileName, pathsWithTail } from './snapshot.ts'
import { WHOLE_FILE } from './text.ts'

/**
 * The paths from the root that a citation in a file may mean, the likeliest first: counted from the file's folder, from each
 * folder above it, and from the root. A tree may begin with the repository's own name.
 */
export function meantPaths({ target, within }: Citation, from: string): readonly string[] {
  const path = target.replace(/\/$/, '')
  const withoutTop = within === 'tree' ? path.replace(/^[^/]+\//, '') : path
  const [own = from, ...above] = pathsUpward(from)
  const starts = [own, ...above.reverse()]
  const all = new Set<string>()
  for (const one of new Set([path, withoutTop]))
    for (const start of starts) all.add(resolveTarget(start, one) ?? '')
  return [...all].filter((one) => one !== '')
}

/** The end of a path that a citation gives without where it begins; null where it must be counted from a folder. */
export function tailOf({ target }: Citation): string | null {
  const tail = target.replace(/^(?:\.\/)+/, '').replace(/\/$/, '')
  return tail === '' || /(?:^|\/)\.{0,2}\//.test(tail) ? null : tail
}

/** The end that it gives, and that without the repository's own name; none where it must be counted from a folder. */
function tailsOf(citation: Citation): readonly string[] {
  const tail = tailOf(citation)
  if (tail === null) return []
  return citation.within === 'tree' ? [tail, tail.replace(/^[^/]+\//, '')] : [tail]
}

/**
 * True where what a citation names is there: a file, a folder, or the end of the path of one, which what counts from the file's folder
 * or one above it is as well.
 */
export function holdsPath(citation: Citation, from: string, files: FileListing): boolean {
  // Most name a file by its path from theirs.
  const near = resolveTarget(from, citation.target)
  if (near !== null && near !== '' && (files.has(near) || holdsFile(files, near))) return true
  const tail = tailOf(citation)
  const tails = tailsOf(citation)
  if (tails.some((one) => pathsWithTail(files, one).length > 0)) return true
  // What lies behind a link has no path here: then a step on the way is the link.
  if (
    tail !== null &&
    !tail.split('/').some((step, i, { length }) => i < length - 1 && isFileName(files, step))
  )
    return false
  return (
    (hasLinks(files) || isAbove(citation, files)) &&
    meantPaths(citation, from).some((path) => isThere(path, files))
  )
}

/** False for a path that begins above the file's folder, and whose end no path has. */
function isAbove({ target }: Citation, files: FileListing): boolean {
  const rest = target.replace(/^(?:\.{0,2}\/)+/, '').replace(/\/$/, '')
  return (
    target.startsWith('../') &&
    (rest === '' || /(?:^|\/)\.{0,2}\//.test(rest) || pathsWithTail(files, rest).length > 0)
  )
}

/** What marks the target of a row of a tree among others. */
const ROW = ' '

/** Which of some targets, as `targetText` gives them, name nothing that is there: their numbers. */
export function missingTargets(
  files: FileListing,
  from: string,
  targets: readonly string[],
): readonly number[] {
  return files.missing
    ? files.missing(from, targets)
    : targets.flatMap((text, i) => {
        const within = text.startsWith(ROW) ? 'tree' : 'code'
        return holdsPath({ kind: 'path', target: text.trimStart(), within, place: WHOLE_FILE }, from, files)
          ? []
          : [i]
      })
}

function targetText({ target, within }: Citation): string {
  return within === 'tree' ? `${ROW}${target}` : target
}

/** The path that it names there; null where nothing is, or where several files may be meant. */
export function heldPath(citation: Citation, from: string, files: FileListing): string | null {
  // Most name a file by its path from theirs.
  const near = resolveTarget(from, citation.target.replace(/\/$/, ''))
  if (near !== null && near !== '' && isThere(near, files)) return near
  const tails = tailsOf(citation)
  // What is at one of the places has its end; a link alone has more behind it.
  const isNowhere =
    tails.length > 0 && !hasLinks(files) && tails.every((one) => pathsWithTail(files, one).length === 0)
  if (isNowhere) return null
  const meant = meantPaths(citation, from).find((path) => isThere(path, files))
  const tail = tailOf(citation)
  if (meant !== undefined || tail === null) return meant ?? null
  const [one, ...others] = pathsWithTail(files, tail)
  return one !== undefined && others.length === 0 ? one : null
}

/** True for a file, a folder, and the root. What lies behind a symlink or in a submodule is not known here, and counts as present. */
export function isThere(path: string, files: FileListing): boolean {
  if (path === '' || files.has(path) || holdsFile(files, path)) return true
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
    if (files.has(folder)) return true
  return false
}

/** Those of items that are meant to be true now, and of text outside of all items. */
export function ofPresent(citations: readonly Citation[], items: readonly Item[]): readonly Citation[] {
  if (items.every(({ living }) => living !== false)) return citations
  const inOrder = [...items].sort((a, b) => a.place.line - b.place.line)
  return citations.filter(
    ({ place }) => inOrder.findLast((item) => item.place.line <= place.line)?.living !== false,
  )
}

/** A citation that names nothing which is there, and the document that it is in. */
export type Missing = { readonly document: Document; readonly citation: Citation }

/** Citations of present statements that name nothing which is there. */
export function missingCitations({ documents, files }: Memory): readonly Missing[] {
  const open = documents.flatMap((document) => {
    const left = pathsIn(document).filter((citation) => !isLinkToFile(citation, document.path, files))
    return left.length > 0 ? [{ document, left, folder: folderOf(document.path) }] : []
  })
  // Documents of one folder name the same files again and again: what is asked is kept with the outcome.
  const byFolder = new Map<string, Set<string>>()
  for (const { left, folder } of open) {
    const targets = byFolder.get(folder) ?? new Set()
    for (const citation of left) targets.add(targetText(citation))
    byFolder.set(folder, targets)
  }
  const missing = new Map(
    [...byFolder].map(([folder, targets]) => {
      const all = [...targets]
      const found = missingTargets(files, folder === '' ? '.' : `${folder}/.`, all)
      return [folder, new Set(found.map((i) => all[i]))] as const
    }),
  )
  return open.flatMap(({ document, left, folder }) =>
    left.flatMap((citation) =>
      missing.get(folder)?.has(targetText(citation)) ? [{ document, citation }] : [],
    ),
  )
}

/** True for a link that leads from its file to another one: who asks about links asks the same of the listing. */
function isLinkToFile({ within, target }: Citation, from: string, files: FileListing): boolean {
  const near = within === 'link' ? resolveTarget(from, target) : null
  return near !== null && files.has(near)
}

/** What a document cites by its path. */
export function pathsIn({ citations = [] }: Document): readonly Citation[] {
  return citations.filter(({ kind }) => kind === 'path')
}

/** The files and folders that citations of some documents name; of what is not there, the end of its path, or where it would be. */
export function citedPlaces(documents: readonly Document[], files: FileListing): readonly string[] {
  const cited = documents.flatMap((document) =>
    pathsIn(document).flatMap((citation) => {
      const held = heldPath(citation, document.path, files)
      if (held !== null) return [held]
      const end = tailsOf(citation).at(-1)
      return end === undefined ? meantPaths(citation, document.path) : [end]
    }),
  )
  return [...new Set(cited)]
}

/** Where it may be now. */
export function pathsNow({ now, candidates = [] }: DeadCitation): readonly string[] {
  return now === undefined ? candidates : [now]
}

/**
 * How a citation in a file is written once the path that it names is another one: counted from where it was counted before, and as
 * long as it was where that is enough. Null for a row of a tree, which has another place then.
 */
export function movedText(
  { target, within }: Citation,
  from: string,
  { was, now, files }: { readonly was: string; readonly now: string; readonly files: FileListing },
): string | null {
  if (within === 'tree') return null
  const slash = target.endsWith('/') ? '/' : ''
  const [, dot = '', path = ''] = /^(\.\/)?(.*?)\/?$/.exec(target) ?? []
  if (path === was) return `${dot}${now}${slash}`
  // A page follows a link from its own folder, however the writer counted.
  if (within === 'link') return `${relativeTarget(from, now)}${slash}`
  for (let start = from; start !== ''; start = folderOf(start)) {
    if (resolveTarget(start, path) !== was) continue
    const relative = relativeTarget(start, now)
    return `${relative.startsWith('../') ? '' : dot}${relative}${slash}`
  }
  const steps = now.split('/').slice(-path.split('/').length)
  const tail = steps.join('/')
  return `${pathsWithTail(files, tail).length === 1 ? tail : now}${slash}`
}
