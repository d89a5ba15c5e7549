import type { DocumentRule } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { fieldPlace } from '../read-item.ts'

/** Every item says something. */
export const itemBody: DocumentRule = {
  id: 'item-body',
  summary: 'An item has a text below its front matter.',
  why: 'A title can be found, but it does not say what is to be remembered. A heading or a comment alone says no more than the title.',
  howToFix: 'Write what is to be remembered below the front matter.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '---\nid: fact-0012\ntitle: Time zone\ncreated: 2026-02-08\n---\n\n# Time zone\n',
    good: '---\nid: fact-0012\ntitle: Time zone\ncreated: 2026-02-08\n---\n\nWorks in UTC+7.\n',
  },
  subject: 'document',
  check: (source, report) => {
    if (!isSilent(source)) return
    report({
      place: fieldPlace(source, 'title') ?? WHOLE_FILE,
      message: 'The item has no text below its front matter',
      help: 'Write below the front matter what is to be remembered.',
    })
  },
}

/** True for a body of nothing but blanks, comments, thematic breaks and headings; a body that cannot be parsed is none. */
function isSilent({ text, markdown }: Source): boolean {
  if (!markdown) return false
  let offset = markdown.start
  const silent = [...markdown.comments, ...markdown.breaks, ...markdown.headings]
  for (const { start, end } of silent.sort((a, b) => a.start - b.start)) {
    if (text.slice(offset, start).trim() !== '') return false
    offset = Math.max(offset, end)
  }
  return text.slice(offset).trim() === ''
}
