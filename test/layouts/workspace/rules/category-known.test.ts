import { ruleTest } from '../../../helpers/rule-test.ts'

const LESSONS = 'user/memory/workspaces/shop/lessons.md'
const DECISIONS = 'user/memory/workspaces/shop/decisions.md'

/** A log with one entry per category; entry `n`, from 0, stands on line `3 + 8 n`. */
const log = (...categories: readonly string[]): string =>
  [
    '# Log\n\n',
    ...categories.map(
      (category, i) =>
        `### [2026-03-0${i + 1}] Entry number ${i}\n\n**Category:** ${category}\n\nText ${i}.\n\n---\n\n`,
    ),
  ]
    .join('')
    .trimEnd()
    .concat('\n')

ruleTest('category-known', {
  valid: [
    {
      name: 'the built-in categories of each kind',
      files: {
        [LESSONS]: log('debugging', 'performance', 'configuration', 'integration', 'general'),
        [DECISIONS]: log('architecture', 'tooling', 'convention', 'dependency', 'general'),
      },
    },
    {
      name: 'a category from settings',
      files: { [LESSONS]: log('security', 'security') },
      settings: 'categories:\n  lesson: [security]\n',
    },
    {
      name: 'an archive, which nobody edits any more',
      files: { 'user/memory/workspaces/shop/_archive/lessons-2025.md': log('debuging') },
    },
  ],
  invalid: [
    {
      name: 'a misspelt known category, once per file',
      files: { [DECISIONS]: log('architecture', 'architechture', 'architechture') },
      expect: [
        {
          path: DECISIONS,
          line: 11,
          severity: 'warning',
          message: /"architechture".*did you mean "architecture"\?/,
        },
      ],
    },
    {
      name: 'a known category in upper case',
      files: { [DECISIONS]: log('TOOLING') },
      expect: [{ path: DECISIONS, line: 3, severity: 'warning', message: /did you mean "tooling"/ }],
    },
    {
      name: 'a new category, as information',
      files: { [LESSONS]: log('security') },
      expect: [
        {
          path: LESSONS,
          line: 3,
          severity: 'info',
          message: /"security".*not among the known categories of a lesson/,
        },
      ],
    },
    {
      name: 'a category of the other kind, as information',
      files: { [DECISIONS]: log('debugging') },
      expect: [{ path: DECISIONS, line: 3, severity: 'info', message: /of a decision/ }],
    },
    {
      name: 'a value near one that the workspace has established',
      files: { [LESSONS]: log('security', 'security', 'secruity') },
      expect: [
        { path: LESSONS, line: 3, severity: 'info' },
        { path: LESSONS, line: 19, severity: 'warning', message: /did you mean "security"/ },
      ],
    },
    {
      name: 'a value near one that another file of the workspace has established',
      files: { [LESSONS]: log('security', 'security'), [DECISIONS]: log('securities') },
      settings: 'categories:\n  lesson: [security]\n',
      expect: [{ path: DECISIONS, line: 3, severity: 'info', message: /"securities"/ }],
    },
    {
      name: 'a short value, which two edits make another word',
      files: { [LESSONS]: log('ci', 'ci', 'ux', 'ci', 'cd') },
      expect: [
        { path: LESSONS, line: 3, severity: 'info' },
        { path: LESSONS, line: 19, severity: 'info' },
        { path: LESSONS, line: 35, severity: 'warning', message: /did you mean "ci"/ },
      ],
    },
  ],
})
