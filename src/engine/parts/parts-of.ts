import type { Layout } from '../../core/layout.ts'
import type { ClaimedFile } from '../claims.ts'
import type { MemoryContext } from '../load-options.ts'
import { partName } from '../part-name.ts'

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
  { layouts, settings }: Pick<MemoryContext, 'layouts' | 'settings'>,
): readonly Part[] {
  const parts = new Map<string, Part & { readonly files: ClaimedFile[] }>()
  for (const one of claimed) {
    const { layout, file } = one
    const name = partName(layout, file.path, settings)
    const part = parts.get(name)
    if (part) part.files.push(one)
    else parts.set(name, { layout, name, files: [one] })
  }
  const known = new Set([...parts.values()].map(({ layout }) => layout))
  const empty = layouts.filter((layout) => !known.has(layout))
  return [...parts.values(), ...empty.map((layout) => ({ layout, name: `${layout.id} `, files: [] }))]
}
