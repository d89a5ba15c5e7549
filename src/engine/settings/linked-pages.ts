import { wantedLayouts } from '../../core/layout.ts'
import { resolveTarget } from '../../core/path.ts'
import type { Settings } from '../../core/settings.ts'
import { isRegular, type Snapshot, type SnapshotFile } from '../../core/snapshot.ts'
import { layouts } from '../../layouts/index.ts'

/**
 * Settings under which layouts have the pages that symlinks at their places lead to. A page is a regular file that the snapshot
 * lists: what lies outside of the root, or behind a further link, is none.
 */
export async function withLinkedPages(settings: Settings, snapshot: Snapshot): Promise<Settings> {
  const asking = wantedLayouts(layouts, settings).filter((one) => one.links)
  const symlinks = [...snapshot.files.values()].filter(({ mode }) => mode === 'link')
  let result = settings
  for (const { claim, links } of asking) {
    const own = symlinks.filter(({ path }) => claim(path, 'link', settings) !== null)
    if (own.length > 0) result = links?.withPages(result, await pagesOf(own, snapshot)) ?? result
  }
  return result
}

async function pagesOf(
  links: readonly SnapshotFile[],
  snapshot: Snapshot,
): Promise<ReadonlyMap<string, string>> {
  const contents = await snapshot.read(links.map(({ path }) => path))
  return new Map(
    [...contents].flatMap(([link, content]) => {
      const page = 'bytes' in content ? resolveTarget(link, new TextDecoder().decode(content.bytes)) : null
      const mode = page === null ? undefined : snapshot.files.get(page)?.mode
      return page !== null && isRegular(mode) ? [[link, page] as const] : []
    }),
  )
}
