import type { Document, Memory } from '../../core/document.ts'
import type { LoadedFile, Loading } from '../../core/memory-overview.ts'
import { readOption, type Settings } from '../../core/settings.ts'
import { compareText } from '../../core/text.ts'
import {
  describeLost,
  type LoadedText,
  type LostPart,
  loadedTextOf,
  loadingOf,
  lostPart,
  tokensLeft,
} from '../../formats/loading.ts'
import {
  BOOTSTRAP_FILES,
  DIGEST_SHARE,
  FILE_CHARACTERS,
  LEAST_CHARACTERS,
  limitOf,
  TOTAL_CHARACTERS,
  USER_CHARACTERS,
} from './claim.ts'

/** A file that loads at the start of a session, and how much of it. */
export type BootstrapFile = {
  readonly document: Document
  readonly name: string
  readonly size: number
  /** Characters that there is room for. */
  readonly room: number
  /** The limit that gives the room: the file's own, or what the files before it leave of the total. */
  readonly by: 'file' | 'total'
  /** Null where it loads whole. */
  readonly lost: LostPart | null
}

/** The files of each workspace that load, in their order, each workspace by its folder. */
export function bootstrapFiles({ documents, settings }: Memory): ReadonlyMap<string, BootstrapFile[]> {
  const byScope = new Map<string, Document[]>()
  for (const document of documents) {
    byScope.set(document.scope, [...(byScope.get(document.scope) ?? []), document])
  }
  const scopes = [...byScope].sort(([a], [b]) => compareText(a, b))
  return new Map(scopes.map(([scope, own]) => [scope, loadInOrder(own, settings)]))
}

function loadInOrder(documents: readonly Document[], settings: Settings): BootstrapFile[] {
  const most = charactersOf(settings, 'fileCharacters', FILE_CHARACTERS)
  let left = charactersOf(settings, 'totalCharacters', TOTAL_CHARACTERS)
  return BOOTSTRAP_FILES.flatMap((name) => {
    const document = documents.find(({ path, scope }) => path === (scope === '' ? name : `${scope}/${name}`))
    const text = document && loadedTextOf(document.facts)
    if (!document || !text) return []
    const own = name === 'USER.md' ? Math.min(most, USER_CHARACTERS) : most
    const room = left < LEAST_CHARACTERS ? 0 : Math.min(own, left)
    const size = text.size.characters
    left -= Math.min(size, room)
    const lost = lostOf(text, name, room)
    return [{ document, name, size, room, by: room < own ? ('total' as const) : ('file' as const), lost }]
  })
}

/** A file without room is lost from its start. */
function lostOf(text: LoadedText, name: string, room: number): LostPart | null {
  const limit = limitOf(name, room)
  return lostPart(text, room === 0 ? { ...limit, keeps: 'start' } : limit, room)
}

/** The limit that the settings give, or OpenClaw's own. */
function charactersOf(settings: Settings, key: string, usual: number): number {
  const own = readOption(settings, 'openclaw', key)
  return typeof own === 'number' && own > 0 ? own : usual
}

/** What does not load of a file, for people. */
export function describeCut({ name, lost, room }: BootstrapFile): string {
  if (!lost) return ''
  if (room === 0) return 'all of it'
  const what = describeLost(lost)
  if (name !== 'AGENTS.md') return what
  return `${what}, but for a digest of at most ${Math.floor(room * DIGEST_SHARE)} characters`
}

/** What OpenClaw loads of each workspace. */
export function loadingsOf(memory: Memory): Loading[] {
  const limit = limitOf('', charactersOf(memory.settings, 'totalCharacters', TOTAL_CHARACTERS))
  return [...bootstrapFiles(memory)].flatMap(([scope, files]) => {
    if (files.length === 0) return []
    const shown = files.map((file): LoadedFile => {
      const { document, size, lost } = file
      const tokens = tokensLeft(document.tokens, size, lost)
      return { path: document.path, size, tokens, lost: lost && describeCut(file) }
    })
    return [
      loadingOf({
        agent: 'OpenClaw',
        name: scope === '' ? 'workspace files at the start of a session' : `workspace files of ${scope}`,
        session: scope === '' ? 'OpenClaw' : `OpenClaw in ${scope}`,
        files: shown,
        unit: limit.unit,
        limit,
      }),
    ]
  })
}
