import type { DocumentRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { newLineAt } from '../../../formats/front-matter-block.ts'
import { lineEndOf } from '../../../formats/line-end.ts'
import { defaultStatus, isArchived } from '../lifecycle.ts'

/** A goal or task without a status has the default one; it is better seen in the file. */
export const statusDefault: DocumentRule = {
  id: 'status-default',
  summary: 'A goal or task states its status; without one, a task is todo and a goal active.',
  why: 'A reader of the file, and a search by fields, does not see a status that is only implied.',
  howToFix:
    'Run `memkeep check --fix`, which writes the default. In an archive the default cannot be right: write there how the item ended.',
  severity: 'info',
  fixable: true,
  example: {
    bad: '---\nid: task-0012\ntitle: Rotate the keys\ncreated: 2026-02-08\n---\n',
    good: '---\nid: task-0012\ntitle: Rotate the keys\ncreated: 2026-02-08\nstatus: todo\n---\n',
  },
  kinds: ['goal', 'task'],
  subject: 'document',
  check: (source, report) => {
    const { text, kind, frontMatter } = source
    const status = defaultStatus(kind.id)
    if (!frontMatter || status === null || Object.hasOwn(frontMatter.fields, 'status')) return
    const line = isArchived(source) ? null : newLineAt(text, frontMatter)
    report({
      place: WHOLE_FILE,
      message: `The ${kind.id} has no status, which counts as ${status}`,
      help: `Add a line \`status: ${status}\`, or the status that it has.`,
      ...(line && {
        edits: [{ start: line.at, end: line.at, text: `${line.indent}status: ${status}${lineEndOf(text)}` }],
      }),
    })
  },
}
