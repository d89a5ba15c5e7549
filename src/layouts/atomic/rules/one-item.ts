import type { DocumentRule } from '../../../core/rule.ts'
import type { Range, Source } from '../../../core/source.ts'
import { lineEnd, placeOf } from '../../../core/text.ts'
import { blockAt, looksLikeMap, opensAt } from '../../../formats/front-matter-block.ts'

const ID = /^id:[ \t]*([^\r\n]*)/m

/** Characters of an id that a message shows. */
const MOST_SHOWN = 80

/** One file holds one item. */
export const oneItem: DocumentRule = {
  id: 'one-item',
  summary: 'A file holds one item: no second block of fields with an `id` is in its text.',
  why: 'Only the first block of a file is read. A second item in it is never found: not by its id, nor by its title or status.',
  howToFix: 'Move the second item into a separate file. An example belongs in a closed code fence.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '---\nid: fact-0012\n---\nWorks in UTC+7.\n\n---\nid: fact-0013\n---\nUses fish.\n',
    good: '# memory/facts/time-zone.md\n---\nid: fact-0012\n---\nWorks in UTC+7.\n',
  },
  subject: 'document',
  check: (source, report) => {
    // A block straight below the first one is reported there.
    const known = new Set(source.problems.map(({ place }) => place.line))
    for (const { start, id } of blocksWithId(source)) {
      const place = placeOf(source.starts, start, start + '---'.length)
      if (known.has(place.line)) continue
      report({
        place,
        message: `The file holds a second item, ${id.slice(0, MOST_SHOWN)}`,
        help: 'Move it into a separate file, or put an example into a code fence.',
      })
    }
  },
}

/** Blocks of fields below the front matter; code and HTML hold none. */
function blocksWithId({ text, markdown, starts, frontMatter }: Source): { start: number; id: string }[] {
  if (!markdown || !frontMatter) return []
  const code = markdown.blocks.filter(({ type }) => type !== 'quote' && type !== 'list')
  const found: { start: number; id: string }[] = []
  let next = 0
  for (let at = markdown.start; at < text.length; at = lineEnd(text, at).next) {
    if (!opensAt(text, at)) continue
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1
    if (holds(code[next], at)) continue
    const block = blockAt({ text }, at)
    if (!block) return found
    const fields = text.slice(block.yaml.start, block.yaml.end)
    const id = ID.exec(fields)?.[1]?.trim()
    if (!id || !looksLikeMap({ text, starts, maxBytes: text.length }, block.yaml)) continue
    found.push({ start: at, id })
    at = block.yaml.end
  }
  return found
}

function holds(range: Range | undefined, at: number): boolean {
  return range !== undefined && range.start <= at && at < range.end
}
