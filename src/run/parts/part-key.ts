import { hash } from 'node:crypto'
import type { Snapshot } from '../../core/snapshot.ts'
import { ignoredBelow } from '../claims.ts'
import type { LoadOptions } from '../load-options.ts'
import type { Part } from './parts-of.ts'

/**
 * What every part's outcome depends on besides its own documents, the day, and what the cache's version names: which files
 * there are, for links may lead anywhere.
 */
export function worldKey({ files }: Pick<Snapshot, 'files'>, { layouts, settings }: LoadOptions): string {
  const local = layouts.flatMap((layout) => ignoredBelow(layout, settings))
  const parts: string[] = []
  for (const { path, mode, ignored, untracked } of files.values()) {
    parts.push(path, mode)
    // The same bytes may be ignored today and tracked tomorrow.
    if (local.some((prefix) => path.startsWith(prefix))) parts.push(`${ignored ?? ''} ${untracked ?? ''}`)
  }
  return hash('sha256', parts.join('\0'))
}

/** A part's key in a world: its files, and what is in them. Whose they are follows from their paths. All ids are known. */
export function partKey({ name, files }: Part, world: string): string {
  const parts = [world, name]
  for (const { file } of files) parts.push(file.path, file.mode, file.id ?? '')
  return hash('sha256', parts.join('\0'))
}
