import type { EngineRule } from '../core/rule.ts'

/** Every file belongs to one layout. */
export const pathClaimed: EngineRule = {
  id: 'path-claimed',
  summary: 'No two layouts claim one path.',
  why: 'Two layouts check a file by different rules, and what fixes it for one breaks it for the other.',
  howToFix: "Move one layout's root in `memkeep.yaml`. Until then the first layout keeps the file.",
  severity: 'error',
  fixable: false,
  example: {
    bad: "# memkeep.yaml\nworkspace:\n  memory: memory   # another layout's root\n",
    good: '# memkeep.yaml\nworkspace:\n  memory: user/memory/workspaces\n',
  },
  subject: 'engine',
}
