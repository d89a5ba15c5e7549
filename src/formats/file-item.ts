import type { Item } from '../core/document.ts'
import type { Source } from '../core/source.ts'
import { WHOLE_FILE } from '../core/text.ts'
import { bodyMarks } from './hash.ts'

/** A Markdown file as one item that is known by a name; its title is the first heading of depth 1. None of one that was not parsed. */
export function fileItems({ text, markdown }: Source, kind: string, name: string | null): readonly Item[] {
  if (!markdown || name === null) return []
  const heading = markdown.headings.find(({ depth, topLevel }) => depth === 1 && topLevel)
  const title = heading?.text.trim() || name
  const place = heading?.place ?? WHOLE_FILE
  return [{ kind, key: name, title, place, ...bodyMarks(text.slice(markdown.start)), fields: { name } }]
}
