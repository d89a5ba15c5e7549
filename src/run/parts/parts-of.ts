import type { Layout } from '../../core/layout.ts'
import type { ClaimedFile } from '../claims.ts'
import type { LoadOptions } from '../load-options.ts'

/** What is judged by itself: the files of one part of a layout's memory, as `Layout.partOf` divides it. */
export type Part = {
  readonly layout: Layout
  /** Unique among the parts. */
  readonly name: string
  /** In order of paths. */
  readonly files: readonly ClaimedFile[]
}

/** Divides claimed files, given in order of paths. A layout without any is one part: its rules may speak all the same. */
export function partsOf(
  claimed: readonly ClaimedFile[],
  { layouts, settings }: Pick<LoadOptions, 'layouts' | 'settings'>,
): readonly Part[] {
  const files = new Map<Layout, Map<string, ClaimedFile[]>>(layouts.map((layout) => [layout, new Map()]))
  for (const one of claimed) {
    const parts = files.get(one.layout)
    const part = one.layout.partOf?.(one.file.path, settings) ?? ''
    const others = parts?.get(part)
    if (others) others.push(one)
    else parts?.set(part, [one])
  }
  return [...files].flatMap(([layout, parts]) => {
    if (parts.size === 0) parts.set('', [])
    return [...parts].map(([part, own]) => ({ layout, name: `${layout.id} ${part}`, files: own }))
  })
}
