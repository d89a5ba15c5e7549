import type { EngineRule } from '../core/rule.ts'

/** Every file that a layout claims could be read. */
export const unreadable: EngineRule = {
  id: 'unreadable',
  summary: 'Every memory file can be read.',
  why: 'A file that was not read was not checked, so it cannot count as fine.',
  howToFix: 'Make it a regular file that may be read: no symlink, no submodule, no name that is not UTF-8.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'user/memory/workspaces/devtools/decisions.md -> /home/me/decisions.md\n',
    good: 'user/memory/workspaces/devtools/decisions.md   (a regular file)\n',
  },
  subject: 'engine',
}
