import type { FrontMatter } from '../core/source.ts'

/**
 * Where a new `key: value` line of front matter goes, and what indents it: the end of the block, in the column of the
 * first key, for a block map may be indented as a whole. Null for a map in braces, which has no line of its own for a field.
 */
export function newLineAt(
  text: string,
  { nodes, yaml }: FrontMatter,
): { readonly at: number; readonly indent: string } | null {
  if (text[nodes.get('')?.value.start ?? yaml.start] === '{') return null
  const first = [...nodes.values()].find(({ key }) => key !== null)?.key?.start ?? yaml.start
  return { at: yaml.end, indent: /(?:^|[\r\n])( *)$/.exec(text.slice(0, first))?.[1] ?? '' }
}
