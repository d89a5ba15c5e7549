import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'

/** The name of the part that a path of a layout belongs to, unique among the parts of all layouts. */
export function partName(layout: Pick<Layout, 'id' | 'partOf'>, path: string, settings: Settings): string {
  return `${layout.id} ${layout.partOf?.(path, settings) ?? ''}`
}
