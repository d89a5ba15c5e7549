import { createHash, type Hash } from 'node:crypto'
import type { FileContent } from '../core/snapshot.ts'
import type { SnapshotFile } from '../core/snapshot-file.ts'
import type { Sides } from './check-snapshot.ts'
import { ignoredBelow } from './claims.ts'
import type { LoadOptions } from './load-options.ts'
import { SETTINGS_FILE } from './load-settings.ts'
import type { OpenSnapshot } from './real-snapshot.ts'
import { BUILD, VERSION } from './version.ts'

/** More changed files than this are read and judged anew anyway. */
const MOST_UNKNOWN = 256

/**
 * A key of everything that a check's outcome depends on: code, settings, day, which files there are, and what is in
 * those below the layouts' roots. Null when too many contents are not known without reading.
 */
export async function checkKey(sides: Sides, options: LoadOptions): Promise<string | null> {
  const hash = createHash('sha256')
  const { settings, parser, layouts, unsigned = [] } = options
  const on = [layouts, unsigned].map((some) => some.map(({ id }) => id))
  hash.update(JSON.stringify([VERSION, BUILD, settings, on, parser, sides.today, shapeOf(sides)]))
  const { others = [], bases = [] } = sides.merge ?? {}
  for (const side of [sides.after, sides.before, ...others, ...bases.map(({ snapshot }) => snapshot)]) {
    if (side && !(await addSide(hash, side, options))) return null
    hash.update('\n\n')
  }
  return hash.digest('hex')
}

/** How the sides of a merge belong together. */
function shapeOf({ merge }: Sides): unknown {
  return merge && [merge.others.length, merge.bases.map(({ between }) => between)]
}

async function addSide(hash: Hash, side: OpenSnapshot, { layouts, settings }: LoadOptions): Promise<boolean> {
  const roots = layouts.flatMap((layout) => layout.roots(settings)).map((root) => `${root}/`)
  const isRead = ({ path, mode }: SnapshotFile): boolean =>
    mode === 'link' || path === SETTINGS_FILE || roots.some((root) => path.startsWith(root))
  const local = layouts.flatMap((layout) => ignoredBelow(layout, settings))
  // The same bytes may be ignored today and tracked tomorrow.
  const standing = ({ path, ignored, untracked }: SnapshotFile): string =>
    local.some((prefix) => path.startsWith(prefix)) ? `${ignored ?? ''} ${untracked ?? ''}` : ''
  const files = [...side.files.values()]
  const unknown = files.filter((file) => file.id === null && isRead(file))
  if (unknown.length > MOST_UNKNOWN) return false
  const contents = await side.read(unknown.map(({ path }) => path))
  const parts = [...(side.oddPaths ?? [])]
  for (const file of files) {
    const content = isRead(file) ? (file.id ?? nameOf(contents.get(file.path))) : ''
    parts.push(file.path, file.mode, standing(file), content)
  }
  hash.update(parts.join('\0'))
  return true
}

function nameOf(content: FileContent | undefined): string {
  if (!content) return '!'
  return 'id' in content ? content.id : `! ${content.failure}`
}
