import { openSearchFiles, type SearchFiles } from '../../cache/search-files.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import { areMet } from '../../engine/last-report/cache-preconditions.ts'
import { type AskedState, askState, isSameState } from '../../engine/last-report/work-tree-state.ts'
import { BUILD, VERSION } from '../../engine/this-run.ts'
import { readFiles } from '../../fs/read-files.ts'
import type { SearchIndex } from '../../retrieval/search-index.ts'
import { openProject, type Project, textOfBytes } from '../../snapshot/project.ts'
import {
  type Card,
  rangeReader,
  readIndex,
  readSegment,
  type SearchedIndex,
  type SearchRequest,
  searchedIndex,
  textMark,
} from './search-request.ts'

/** Everything that is remembered, ready to be searched. */
export type SearchedMemory = {
  readonly index: SearchIndex
  readonly cardAt: (place: number) => Card
  /** Files that are not searched whole: what they hold is not all known, or one of their texts is too long. */
  readonly unreadable: readonly string[]
  /** The texts of some items: from an item's line to the next item. Null when one is no longer what the index was built from. */
  readonly textsOf: (cards: readonly Card[]) => Promise<readonly string[] | null>
  /** Git's directory of the work tree; null without git, or where nothing is to be kept. */
  readonly gitDir: string | null
}

/**
 * Opens all that is remembered by the layouts in use, with one index. A work tree that is as it was is known by its state: then
 * nothing else is read but the index.
 */
export async function openSearch(request: SearchRequest): Promise<SearchedMemory> {
  const { cwd, cache, today, config, settings } = request
  const project = await openProject(cwd)
  const { repository } = project
  const files = cache && repository ? openSearchFiles(repository.gitDir, `${VERSION} ${BUILD}`) : null
  const asking = { today, skip: [] }
  const isOwn = config === undefined && settings === undefined
  const asked = files && repository && isOwn ? await askState(repository, asking) : null
  const last = asked?.state ? files?.getState() : null
  const isSame =
    last && asked?.state && isSameState(last.state, asked.state) && areMet(last.preconditions, project)
  const kept = isSame && readIndex(last.digest, files, request)
  const { read, contents } = kept
    ? { read: kept, contents: (paths: readonly string[]) => readFiles(project.root, paths) }
    : await newIndex({ ...request, project, files, asked })
  const { index, cardAt, unreadable } = read
  return {
    index,
    cardAt,
    unreadable,
    textsOf: (cards) => textsOf(cards, contents),
    gitDir: files && repository ? repository.gitDir : null,
  }
}

type Opening = SearchRequest & {
  readonly project: Project
  readonly files: SearchFiles | null
  readonly asked: AskedState | null
}

async function newIndex(
  request: Opening,
): Promise<{ readonly read: SearchedIndex; readonly contents: Snapshot['read'] }> {
  const { files, recent } = request
  const { searchMemory } = await import('./search-memory.ts')
  const segmentNamed = (name: string) => readSegment(name, files, recent)
  const { kept, segments, isStill, contents } = await searchMemory({ ...request, segmentNamed })
  const last = recent?.search.last
  const read = last?.digest === kept.digest ? last : searchedIndex(kept, segments)
  if (recent && isStill) recent.search.last = read
  return { read, contents }
}

async function textsOf(cards: readonly Card[], read: Snapshot['read']): Promise<readonly string[] | null> {
  const contents = await read([...new Set(cards.map(({ path }) => path))])
  const texts = new Map(
    [...contents].flatMap(([path, one]) => ('bytes' in one ? [[path, readerOf(one.bytes)] as const] : [])),
  )
  const bodies = cards.flatMap((card) => {
    const body = texts.get(card.path)?.(card)
    return body !== undefined && textMark(body) === card.mark ? (card.says ?? body) : []
  })
  return bodies.length === cards.length ? bodies : null
}

function readerOf(bytes: Uint8Array): (card: Card) => string {
  const text = textOfBytes(bytes)
  const read = rangeReader(text)
  return (card) => (card.isWhole ? text : read(card))
}
