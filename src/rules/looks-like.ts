import type { EngineRule } from '../core/rule.ts'

/** Files that only lie where a layout has its own are reported, and left alone. */
export const looksLike: EngineRule = {
  id: 'looks-like',
  summary: 'Files at the places of a layout belong to a layout that is in use.',
  why: 'A folder called `memory` may be anything. As long as no file has the signature of the layout, none is checked, fixed or indexed. If the files are memory, the settings have to say so.',
  howToFix:
    'Write `layouts: { <layout>: on }` into `memkeep.yaml` if the files are memory, and `off` if they are not.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'memory/tasks/todo.md   (no `id` in any front matter)\n',
    good: '# memkeep.yaml\nlayouts:\n  atomic: off\n',
  },
  subject: 'engine',
}
