import { openSearchFiles } from '../../cache/search-files.ts'
import { areMet } from '../../engine/cache-preconditions.ts'
import { BUILD, VERSION } from '../../engine/this-run.ts'
import { askState, isSameState } from '../../engine/work-tree-state.ts'
import { readFiles } from '../../fs/read-files.ts'
import type { ReadIndex } from '../../retrieval/index-bytes.ts'
import { openProject, type Project } from '../../snapshot/project.ts'
import { textOfBytes } from '../../snapshot/read-texts.ts'
import { type Card, readIndex, type SearchRequest } from './search-request.ts'

/** Everything that is remembered, ready to be searched. */
export type SearchedMemory = {
  readonly index: ReadIndex['index']
  readonly cardAt: (place: number) => Card
  /** Files whose items are not all known, and are not all searched. */
  readonly unreadable: readonly string[]
  /** The texts of some items: from an item's line to the next item. */
  readonly textsOf: (cards: readonly Card[]) => Promise<readonly string[]>
  /** Git's directory of the work tree; null without git, or where nothing is to be kept. */
  readonly gitDir: string | null
}

/**
 * Opens all that is remembered by the layouts in use, with one index. A work tree that is as it was is known by its state: then
 * nothing else is read but the index.
 */
export async function openSearch(request: SearchRequest): Promise<SearchedMemory> {
  const { cwd, cache, today, config, recent } = request
  const project = await openProject(cwd)
  const { repository } = project
  const files = cache && repository ? openSearchFiles(repository.gitDir, `${VERSION} ${BUILD}`) : null
  const asking = { today, skip: [] }
  const asked = files && repository && config === undefined ? await askState(repository, asking) : null
  const last = asked?.state ? files?.getState() : null
  if (last && asked?.state && isSameState(last.state, asked.state) && areMet(last.preconditions, project)) {
    const read = readIndex(last.digest, files, recent)
    if (read) return searched(read, project, files !== null)
  }
  const { searchMemory } = await import('./search-memory.ts')
  return searched(await searchMemory({ ...request, project, files, asked }), project, files !== null)
}

function searched(
  { index, textAt }: ReadIndex,
  { root, repository }: Project,
  isKept: boolean,
): SearchedMemory {
  return {
    index,
    cardAt: (place) => JSON.parse(textAt(place)) as Card,
    // It is the one text more than there are items.
    unreadable: JSON.parse(textAt(index.size)) as string[],
    textsOf: (cards) => textsOf(cards, root),
    gitDir: isKept ? (repository?.gitDir ?? null) : null,
  }
}

async function textsOf(cards: readonly Card[], root: string): Promise<readonly string[]> {
  const contents = await readFiles(root, [...new Set(cards.map(({ path }) => path))])
  return cards.map(({ path, line, end, isWhole }) => {
    const content = contents.get(path)
    if (!content || !('bytes' in content)) return ''
    const text = textOfBytes(content.bytes)
    return isWhole
      ? text
      : text
          .split('\n')
          .slice(line - 1, end)
          .join('\n')
  })
}
