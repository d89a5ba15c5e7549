import type { EngineRule } from '../core/rule.ts'

/** What lies among memory and is no memory is reported. */
export const unclaimed: EngineRule = {
  id: 'unclaimed',
  summary: "Every file in a layout's own folders is of one of its kinds.",
  why: 'A file that no kind claims is not checked, not indexed and not found, although it is among memory. Often its name differs in one small thing from what was meant: the case, the ending, a folder too many.',
  howToFix:
    'Rename or move the file to the path that the finding names, or move it out of the folder. A README is never reported.',
  severity: 'info',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: 'memory/tasks/renew-certificate.MD\n',
    good: 'memory/tasks/renew-certificate.md\n',
  },
  subject: 'engine',
}
