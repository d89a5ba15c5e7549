import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Block, Source } from '../../../core/source.ts'
import { lineAt, placeOf } from '../../../core/text.ts'
import { lineRange } from '../../../formats/entry-labels.ts'
import { ENTRY_LINE, openBlocks, swallowingBlocks } from '../../../formats/unread-headings.ts'
import { ENTRY_KINDS } from '../entries.ts'

/** No entry is swallowed by a block that was left open above it. */
export const entryHidden: DocumentRule = {
  id: 'entry-hidden',
  summary: 'No entry is inside a fence or comment that is never closed.',
  why: 'To Markdown everything below an open fence is code: the entries there are in the file, and in no search, index or count.',
  howToFix:
    'Close the fence or the comment where its content ends. Inside a closed fence an entry is an example, and fine.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '```bash\npnpm install\n\n---\n\n### [2026-02-08] XState runs the workflows\n',
    good: '```bash\npnpm install\n```\n\n---\n\n### [2026-02-08] XState runs the workflows\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    if (!source.markdown) return
    for (const block of openBlocks(source.markdown)) {
      for (const found of hiddenIn(source, block, 'is never closed')) report(found)
    }
    for (const block of swallowingBlocks(source.markdown, source.text)) {
      for (const found of hiddenIn(source, block, 'is not closed above it')) report(found)
    }
  },
}

function hiddenIn({ text, starts }: Source, block: Block, how: string): Found[] {
  const found: Found[] = []
  const opener = `${block.type === 'fence' ? 'a fence' : 'an HTML block'} that opens in line ${block.place.line}`
  const last = lineAt(starts, block.end)
  for (let number = block.place.line + 1; number <= last; number++) {
    const line = lineRange(text, starts, number)
    if (!line || !ENTRY_LINE.test(text.slice(line.start, line.end))) continue
    found.push({
      place: placeOf(starts, line.start, line.end),
      message: `The entry is inside ${opener} and ${how}: it is not read as an entry`,
      help: `Close what opens in line ${block.place.line} where its content ends; HTML ends with a blank line.`,
    })
  }
  return found
}
