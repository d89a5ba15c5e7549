import { hash } from 'node:crypto'
import type { Surroundings } from './asked-listing.ts'
import type { Part } from './parts-of.ts'

/**
 * What a part's outcome depends on besides the day, what the cache's version names, and what its rules ask about files
 * around it: its files, and what is in them. Whose they are follows from their paths. All ids are known.
 */
export function partKey({ name, files }: Part, { standing }: Pick<Surroundings, 'standing'>): string {
  const parts = [name]
  for (const { file } of files) parts.push(file.path, standing(file), file.id ?? '')
  return hash('sha256', parts.join('\0'))
}
