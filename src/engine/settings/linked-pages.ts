import { wantedLayouts } from '../../core/layout.ts'
import { resolveTarget } from '../../core/path.ts'
import type { Settings } from '../../core/settings.ts'
import { type FileContent, isRegular, type Snapshot, type SnapshotFile } from '../../core/snapshot.ts'
import { readFiles } from '../../fs/read-files.ts'
import { layouts } from '../../layouts/index.ts'

/**
 * Settings under which layouts have the pages that symlinks at their places lead to. A page is a regular file that the snapshot
 * lists: what lies outside of the root, or behind a further link, is none.
 */
export async function withLinkedPages(
  settings: Settings,
  { snapshot, top }: { readonly snapshot: Snapshot; readonly top: string },
): Promise<Settings> {
  const asking = wantedLayouts(layouts, settings).filter((one) => one.settings.withPages)
  const symlinks = [...snapshot.files.values()].filter(({ mode }) => mode === 'link')
  let result = settings
  for (const { claim, settings: own } of asking) {
    const links = symlinks.filter(({ path }) => claim(path, 'link', settings) !== null)
    if (links.length > 0)
      result = own.withPages?.(result, pagesOf(await targetsOf(links, snapshot, top), snapshot)) ?? result
  }
  return result
}

type Contents = ReadonlyMap<string, FileContent>

/** Where the symlinks lead. Most are in the work tree as the snapshot has them, which their ids prove: then git is not asked. */
async function targetsOf(links: readonly SnapshotFile[], snapshot: Snapshot, top: string): Promise<Contents> {
  const format = links.some(({ id }) => id?.length === 64) ? 'sha256' : 'sha1'
  const here = await readFiles(
    top,
    links.map(({ path }) => path),
    { format },
  )
  const others = links.flatMap(({ path, id }) => {
    const content = here.get(path)
    return id !== null && content && 'bytes' in content && content.id === id ? [] : [path]
  })
  return others.length === 0 ? here : new Map([...here, ...(await snapshot.read(others))])
}

function pagesOf(contents: Contents, snapshot: Snapshot): ReadonlyMap<string, string> {
  return new Map(
    [...contents].flatMap(([link, content]) => {
      const page = 'bytes' in content ? resolveTarget(link, new TextDecoder().decode(content.bytes)) : null
      const mode = page === null ? undefined : snapshot.files.get(page)?.mode
      return page !== null && isRegular(mode) ? [[link, page] as const] : []
    }),
  )
}
