import type { DocumentRule } from '../../../core/rule.ts'
import { placeOf } from '../../../core/text.ts'
import { openBlocks } from '../../../formats/unread-headings.ts'
import { ENTRY_KINDS } from '../kinds.ts'
import { logOf } from '../read-log.ts'

/** No entry is swallowed by a block that was left open above it. */
export const logHidden: DocumentRule = {
  id: 'log-hidden',
  summary: 'No heading of a log is inside a fence or comment that is never closed.',
  why: 'To Markdown everything below an open fence is code: the entries there are in the file, and nothing reads them.',
  howToFix: 'Close the fence or the comment where its content ends.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '```bash\npnpm install\n\n## 2026-02-08: A queue\n',
    good: '```bash\npnpm install\n```\n\n## 2026-02-08: A queue\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const { markdown, text, starts } = source
    const log = logOf(source)
    if (!markdown || log?.shape.unit !== 'heading') return
    const marks = new RegExp(`^ {0,3}#{1,${log.shape.depth}} +\\S.*$`, 'gm')
    for (const { type, start, end, place } of openBlocks(markdown)) {
      if (type !== 'fence' && type !== 'html') continue
      const found = [...text.slice(start, end).matchAll(marks)]
      const [first] = found
      if (!first) continue
      const at = start + first.index
      const what = found.length === 1 ? 'A heading is' : `${found.length} headings are`
      report({
        place: placeOf(starts, at, at + first[0].length),
        message: `${what} inside ${type === 'fence' ? 'a fence' : 'a comment'} that opens in line ${place.line} and is never closed: nothing there is read`,
        help: `Close what opens in line ${place.line} where its content ends.`,
      })
    }
  },
}
