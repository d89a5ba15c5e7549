import type { DocumentRule } from '../../../core/rule.ts'
import { placeOf } from '../../../core/text.ts'

/** Titles are made to be listed. `src/rules/_template.ts` says more about rules. */
export const noteTitle: DocumentRule = {
  id: 'note-title',
  summary: 'The title of a note does not end with a full stop.',
  why: 'Titles are listed one to a line in the list of notes, where a full stop in the middle of a line looks like the end of it.',
  howToFix: 'Take the full stop away; `check --fix` does.',
  severity: 'warning',
  fixable: true,
  example: {
    bad: '---\ntitle: Prices are in cents.\ndate: 2026-02-08\n---\n',
    good: '---\ntitle: Prices are in cents\ndate: 2026-02-08\n---\n',
  },
  kinds: ['note'],
  subject: 'document',
  check: ({ frontMatter, starts, text }, report) => {
    const node = frontMatter?.nodes.get('/title')
    const title = frontMatter?.fields.title
    if (!node || typeof title !== 'string' || !title.endsWith('.')) return
    const { start, end } = node.value
    const stop = end - (text[end - 1] === '.' ? 1 : 2)
    report({
      place: placeOf(starts, start, end),
      message: 'The title ends with a full stop',
      help: 'Delete the full stop.',
      // At most a quote follows it; where it is an escape, a person has to fix it.
      ...(text[stop] === '.' && { edits: [{ start: stop, end: stop + 1, text: '' }] }),
    })
  },
}
