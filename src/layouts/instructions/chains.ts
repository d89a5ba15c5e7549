import type { Document, Memory } from '../../core/document.ts'
import { folderOf, resolveTarget } from '../../core/path.ts'
import { compareText } from '../../core/text.ts'
import { type LoadedText, type LoadLimit, type LostPart, lostPart } from '../../formats/loading.ts'
import { kindNamed } from './claim.ts'
import { type LoaderModel, MODELS } from './models.ts'
import { factsOf, followImports, mostBytesOf, targetOf } from './read-instructions.ts'

/** A file that an agent loads, in its place in the order. */
export type LoadedFile = {
  readonly path: string
  /** Null for a file that memkeep does not read, such as an imported page of the documentation. */
  readonly text: LoadedText | null
  /** What the agent does not see of it; null for nothing. */
  readonly lost: LostPart | null
  /** Units of the limit that are left for it, and were not used by the files before it. */
  readonly left: number
}

/** What an agent loads at once. */
export type Chain = {
  readonly model: LoaderModel
  /** As the repository's own settings of the agent change it. */
  readonly limit: LoadLimit | null
  /** The folder that is worked in; empty for the top. */
  readonly folder: string
  readonly files: readonly LoadedFile[]
}

/** A file of an agent, with what a symlink in its place leads to. */
type Loadable = {
  readonly path: string
  readonly scope: string
  readonly kind: string
  readonly document: Document | null
}

/** What every agent that is used here loads at the top, and in every folder with a file of its own. */
export function chainsOf(memory: Memory): readonly Chain[] {
  const byPath = new Map(memory.documents.map((one) => [one.path, one]))
  const all = memory.documents.map((one) => loadable(one, byPath))
  return MODELS.flatMap((model) => {
    const own = all.filter(({ kind }) => model.own.includes(kind))
    if (own.length === 0) return []
    const loaded = all.filter((one) => [...model.own, ...model.also].includes(one.kind) && isAlways(one))
    const limit = limitOf(model, memory)
    const scopes = model.folders === 'top' ? [''] : ['', ...own.map(({ scope }) => scope)]
    return [...new Set(scopes)].sort(compareText).flatMap((folder) => {
      const files = loaded.filter(({ scope }) => isAbove(scope, folder)).sort(inOrder)
      // Nothing is in that folder itself, such as rules for some files alone.
      if (folder !== '' && !files.some(({ scope }) => scope === folder)) return []
      const paths = unique(
        overridden(files).flatMap((one) => [
          one.path,
          ...(model.imports ? followImports(one.document, byPath).paths : []),
        ]),
      )
      const texts = paths.map((path) => loadedText(path, byPath))
      return [{ model, limit, folder, files: cutFiles(texts, limit, model) }]
    })
  })
}

function loadable(document: Document, byPath: ReadonlyMap<string, Document>): Loadable {
  const { path, scope, kind } = document
  const target = targetOf(document.facts)
  if (target === null) return { path, scope, kind, document }
  return { path, scope, kind: kindNamed(path) ?? kind, document: linked(path, target, byPath) }
}

function linked(path: string, target: string, byPath: ReadonlyMap<string, Document>): Document | null {
  const end = resolveTarget(path, target)
  const document = end === null ? undefined : byPath.get(end)
  return document && factsOf(document) ? document : null
}

type FileText = { readonly path: string; readonly kind: string | null; readonly text: LoadedText | null }

/** What is read of a file, or of the file that a symlink leads to. */
function loadedText(path: string, byPath: ReadonlyMap<string, Document>): FileText {
  const document = byPath.get(path)
  if (!document) return { path, kind: null, text: null }
  const { kind, document: end } = loadable(document, byPath)
  return { path, kind, text: end ? (factsOf(end)?.loaded ?? null) : null }
}

function isAlways({ document }: Loadable): boolean {
  return document === null || factsOf(document)?.mode === 'always'
}

function isAbove(folder: string, below: string): boolean {
  return folder === '' || folder === below || below.startsWith(`${folder}/`)
}

/** The files of the top come first; of one folder an override, then the file that all agents know, then the rest. */
function inOrder(a: Loadable, b: Loadable): number {
  return a.scope.length - b.scope.length || rank(a) - rank(b) || compareText(a.path, b.path)
}

function rank({ kind, path }: Loadable): number {
  if (/override\.md$/i.test(path)) return 0
  return kind.endsWith('-rule') || kind === 'copilot-scoped' ? 2 : 1
}

/** Codex reads `AGENTS.override.md` in place of the `AGENTS.md` of its folder. */
function overridden(files: readonly Loadable[]): readonly Loadable[] {
  const folders = new Set(
    files.filter(({ path }) => /override\.md$/i.test(path)).map(({ path }) => folderOf(path)),
  )
  return files.filter(({ path }) => !(folders.has(folderOf(path)) && /(?:^|\/)agents\.md$/i.test(path)))
}

/** Codex's own settings in the repository may raise its limit. */
function limitOf({ agent, limit }: LoaderModel, { documents }: Memory): LoadLimit | null {
  if (agent !== 'Codex' || !limit) return limit
  const config = documents.find(({ kind }) => kind === 'codex-config')
  const most = config ? mostBytesOf(config.facts) : null
  return most === null ? limit : { ...limit, most, source: config?.path ?? limit.source }
}

function cutFiles(texts: readonly FileText[], limit: LoadLimit | null, model: LoaderModel): LoadedFile[] {
  let left = limit?.most ?? 0
  return texts.map(({ path, kind, text }) => {
    const here = left
    // The limit is for the agent's own files, and not for what it loads as well.
    if (!limit || !text || kind === null || !model.own.includes(kind))
      return { path, text, lost: null, left: here }
    if (model.spans === 'all') left = Math.max(0, left - text.size[limit.unit])
    return { path, text, lost: lostOf(text, limit, here), left: here }
  })
}

/** What is only advised is loaded whole. */
function lostOf(text: LoadedText, limit: LoadLimit, most: number): LostPart | null {
  return limit.standing === 'advice' ? null : lostPart(text, limit, most)
}

/** A file of an agent whose limit is for each file. */
type LimitedFile = LoadedFile & { readonly model: LoaderModel; readonly limit: LoadLimit }

/** Every file of an agent whose limit is for each file: also those that only some conversations load. */
export function filesWithLimit({ documents }: Memory): readonly LimitedFile[] {
  return MODELS.flatMap((model) => {
    const { limit, spans, own } = model
    if (!limit || spans === 'all') return []
    return documents.flatMap((document) => {
      const facts = own.includes(document.kind) ? factsOf(document) : null
      if (!facts || facts.mode === 'never') return []
      const { loaded: text } = facts
      return [
        { model, limit, path: document.path, text, lost: lostOf(text, limit, limit.most), left: limit.most },
      ]
    })
  })
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)]
}
