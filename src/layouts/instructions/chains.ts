import type { Document, Memory } from '../../core/document.ts'
import { resolveTarget } from '../../core/path.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { compareText, oncePer } from '../../core/text.ts'
import { type LoadedText, type LoadLimit, type LostPart, lostPart } from '../../formats/loading.ts'
import { isFoundByName, kindNamed } from './claim.ts'
import { followImports } from './follow-imports.ts'
import { matchesPath, matching } from './globs.ts'
import { type LoaderModel, MODELS } from './models.ts'
import { type AgentSettings, factsOf, isForAll, settingsOf, targetOf } from './read-instructions.ts'

/** A file that an agent loads, in its place in the order. */
export type LoadedFile = {
  readonly path: string
  /** Null for a file that memkeep does not read, such as an imported page of the documentation. */
  readonly text: LoadedText | null
  /** Of all of it, estimated; 0 where it is not read. */
  readonly tokens: number
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
  /** The folder that the agent is started in; empty for the top. */
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

/** What every agent that is used here loads at the top, and started in any folder with a file for it. */
export function chainsOf(memory: Memory): readonly Chain[] {
  return agentsIn(memory).flatMap((model) => {
    const files = loadablesOf(model, memory)
    const scopes = model.folders === 'top' ? [''] : ['', ...files.map(({ scope }) => scope)]
    return [...new Set(scopes)].sort(compareText).flatMap((folder) => {
      const chain = chainIn(model, memory, folder)
      // Nothing more is read there, such as where the folder has rules for some files alone.
      const isNew = chain.files.some(({ path }) => folder === '' || path.startsWith(`${folder}/`))
      return isNew || folder === '' ? [chain] : []
    })
  })
}

/** The agents that have files of their own here. */
export function agentsIn({ documents }: Memory): readonly LoaderModel[] {
  const kinds = new Set(documents.map((one) => kindOf(one)))
  return MODELS.filter(({ own }) => own.some((kind) => kinds.has(kind)))
}

/** What an agent loads that is started in a folder. */
export function chainIn(model: LoaderModel, memory: Memory, folder: string): Chain {
  const settings = settingsIn(model, memory, folder)
  const limit = limitIn(model, settings)
  const around = { byPath: byPathOf(memory), files: memory.files }
  const own = settings.map(({ facts }) => facts.names ?? []).find(({ length }) => length > 0) ?? []
  const names = namesOf(model, own)
  const found = loadablesOf(model, memory).flatMap((one) => {
    const place = placeIn(one, names, model)
    return isAbove(one.scope, folder) && place ? [{ ...one, ...place }] : []
  })
  const files = instead(model, [...found, ...namedIn(own, folder, around.files, found, names)])
    .filter(({ path }) => !isExcluded(path, settings))
    .sort(inOrder(model))
  const read = firstOf(files, model)
  const paths = unique([
    ...read.flatMap(({ path, document }) => [
      path,
      ...(model.imports ? followImports(document, model.imports, around, folder).paths : []),
    ]),
    ...settings.flatMap(({ facts }) => (facts.further ?? []).flatMap((glob) => matching(glob, memory.files))),
  ])
  const texts = paths.map((path) => loadedText(path, around.byPath))
  return { model, limit, folder, files: cutFiles(texts, limit, model) }
}

const byPathOf = oncePer(
  ({ documents }: Memory): ReadonlyMap<string, Document> => new Map(documents.map((one) => [one.path, one])),
)

/** The files of the kinds that an agent loads, into every conversation. */
function loadablesOf(model: LoaderModel, memory: Memory): readonly Loadable[] {
  const kinds = new Set([...model.own, ...model.also])
  return memory.documents
    .filter(({ path, facts }) => targetOf(facts) !== null || isFoundByName(path))
    .map((one) => loadable(one, byPathOf(memory)))
    .filter((one) => kinds.has(one.kind) && isAlways(one, model))
}

type Placed = Loadable & { readonly group: number; readonly rank: number }

/** A pattern, or a name from the settings, which is only itself. */
type Name = Pick<RegExp, 'source' | 'test'>

type Names = readonly (readonly Name[])[]

/** Where a file comes in the order of an agent; null for one that it does not look for. */
function placeIn(
  { path, scope, kind }: Loadable,
  names: Names | undefined,
  { own }: LoaderModel,
): { readonly group: number; readonly rank: number } | null {
  if (!names)
    return {
      group: 0,
      rank: own.includes(kind) && kind.endsWith('-rule') ? 2 : kind === 'copilot-scoped' ? 2 : 1,
    }
  const name = scope === '' ? path : path.slice(scope.length + 1)
  const group = names.findIndex((group) => group.some((one) => one.test(name)))
  return group === -1 ? null : { group, rank: names[group]?.findIndex((one) => one.test(name)) ?? 0 }
}

/** The names that an agent looks for, with those of its settings. */
function namesOf({ names, settings }: LoaderModel, own: readonly string[]): Names | undefined {
  if (!names || own.length === 0) return names
  const further = own.map(exactly)
  if (settings?.names === 'after') return [[...(names[0] ?? []), ...further]]
  if (settings?.names === 'for') return further.map((one) => [one])
  // Sorted by their names, as they come in every folder.
  return [[...(names[0] ?? []), ...further].sort((a, b) => compareText(a.source, b.source))]
}

function exactly(name: string): Name {
  return { source: `^${name}`, test: (other) => other === name }
}

/** Files by names of the settings, which are no instructions to anybody else: they are named, and not read. */
function namedIn(
  own: readonly string[],
  folder: string,
  files: FileListing,
  found: readonly Placed[],
  names: Names | undefined,
): readonly Placed[] {
  const known = new Set(found.map(({ path }) => path))
  return foldersTo(folder).flatMap((scope) =>
    own.flatMap((name) => {
      const path = scope === '' ? name : `${scope}/${name}`
      if (known.has(path) || !files.has(path)) return []
      const group = names?.findIndex((all) => all.some((one) => one.test(name))) ?? 0
      const rank = names?.[group]?.findIndex((one) => one.test(name)) ?? 0
      return [{ path, scope, kind: '', document: null, group, rank }]
    }),
  )
}

/** Some agents read a file of others only where they have none of their own. */
function instead({ instead: rule }: LoaderModel, files: readonly Placed[]): readonly Placed[] {
  return rule && files.some(({ kind }) => kind === rule.of)
    ? files.filter(({ kind }) => kind !== rule.kind)
    : files
}

function isExcluded(path: string, settings: readonly Setting[]): boolean {
  return settings.some(({ facts }) => (facts.excludes ?? []).some((glob) => matchesPath(glob, path)))
}

/** The first group comes first, in it the folders in the order of the agent, and of one folder the first name. */
function inOrder({ order }: LoaderModel): (a: Placed, b: Placed) => number {
  const depth = ({ scope }: Placed): number => {
    if (scope === '') return order === 'up' ? 1 : -Infinity
    const down = scope.split('/').length
    return order ? -down : down
  }
  return (a, b) =>
    a.group - b.group || compareNumbers(depth(a), depth(b)) || a.rank - b.rank || compareText(a.path, b.path)
}

/** The difference of two infinities is no number. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Of each folder the first file, for an agent that reads no more; of two names that differ in case one, for any. */
function firstOf(files: readonly Placed[], { isFirstOnly }: LoaderModel): readonly Placed[] {
  const key = ({ scope, path }: Placed): string => (isFirstOnly ? scope : path.toLowerCase())
  const first = new Map(files.toReversed().map((one) => [key(one), one]))
  return files.filter((one) => first.get(key(one)) === one)
}

function loadable(document: Document, byPath: ReadonlyMap<string, Document>): Loadable {
  const { path, scope } = document
  const kind = kindOf(document)
  const target = targetOf(document.facts)
  return { path, scope, kind, document: target === null ? document : linked(path, target, byPath) }
}

/** A symlink is of the kind of its place. */
function kindOf({ path, kind, facts }: Document): string {
  return targetOf(facts) === null ? kind : (kindNamed(path) ?? kind)
}

function linked(path: string, target: string, byPath: ReadonlyMap<string, Document>): Document | null {
  const end = resolveTarget(path, target)
  const document = end === null ? undefined : byPath.get(end)
  return document && factsOf(document) ? document : null
}

type FileText = {
  readonly path: string
  readonly kind: string | null
  readonly text: LoadedText | null
  readonly tokens: number
}

/** What is read of a file, or of the file that a symlink leads to. */
function loadedText(path: string, byPath: ReadonlyMap<string, Document>): FileText {
  const document = byPath.get(path)
  if (!document) return { path, kind: null, text: null, tokens: 0 }
  const { kind, document: end } = loadable(document, byPath)
  return { path, kind, text: end ? (factsOf(end)?.loaded ?? null) : null, tokens: end?.tokens ?? 0 }
}

function isAlways({ document, kind }: Loadable, { always }: LoaderModel): boolean {
  const facts = document && factsOf(document)
  if (!facts || facts.mode === 'always') return document === null || facts !== null
  return (always?.includes(kind) ?? false) && (facts.mode === 'on-demand' || isForAll(facts))
}

function isAbove(folder: string, below: string): boolean {
  return folder === '' || folder === below || below.startsWith(`${folder}/`)
}

/** The top, and every folder on the way to one. */
function foldersTo(folder: string): readonly string[] {
  const names = folder === '' ? [] : folder.split('/')
  return ['', ...names.map((_, i) => names.slice(0, i + 1).join('/'))]
}

type Setting = { readonly path: string; readonly facts: AgentSettings }

/** The files of settings that count for an agent that is started in a folder, the nearest first. */
function settingsIn({ settings }: LoaderModel, memory: Memory, folder: string): readonly Setting[] {
  if (!settings) return []
  const folders = settings.isChain ? foldersTo(folder).toReversed() : [folder]
  return folders.flatMap((one) => {
    const document = byPathOf(memory).get(one === '' ? settings.path : `${one}/${settings.path}`)
    return document ? [{ path: document.path, facts: settingsOf(document.facts) }] : []
  })
}

/** Codex's own settings in the repository may raise its limit. */
function limitIn({ limit }: LoaderModel, settings: readonly Setting[]): LoadLimit | null {
  const raised = settings.find(({ facts }) => facts.mostBytes !== undefined)
  return limit && raised
    ? { ...limit, most: raised.facts.mostBytes ?? limit.most, source: raised.path }
    : limit
}

function cutFiles(texts: readonly FileText[], limit: LoadLimit | null, model: LoaderModel): LoadedFile[] {
  let left = limit?.most ?? 0
  return texts.map(({ path, kind, text, tokens }) => {
    const here = left
    // A limit of each file is for the agent's own files, and not for what it loads as well.
    if (!limit || !text || (model.spans === 'file' && (kind === null || !model.own.includes(kind))))
      return { path, text, tokens, lost: null, left: here }
    if (model.spans === 'all') left = Math.max(0, left - text.size[limit.unit])
    return { path, text, tokens, lost: lostOf(text, limit, here), left: here }
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
        {
          model,
          limit,
          path: document.path,
          text,
          tokens: document.tokens,
          lost: lostOf(text, limit, limit.most),
          left: limit.most,
        },
      ]
    })
  })
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)]
}
