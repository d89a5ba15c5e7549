import { expect, test } from 'vitest'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'

const LESSONS = 'user/memory/workspaces/shop/lessons.md'
const DECISIONS = 'user/memory/workspaces/shop/decisions.md'

/** A log with one entry per category; entry `n`, from 0, is on line `3 + 8 n`, its category two below. */
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
      name: 'a category that a comment above its line keeps',
      files: {
        [LESSONS]: log('security').replace(
          '**Category:**',
          '<!-- memkeep-disable-next-line category-known -- ours -->\n**Category:**',
        ),
      },
    },
    {
      name: 'an archive, which is no longer edited',
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
          line: 13,
          column: 15,
          severity: 'warning',
          message: /"architechture" \(2 entries\) is not a known one: did you mean "architecture"\?/,
        },
      ],
    },
    {
      name: 'a known category in upper case',
      files: { [DECISIONS]: log('TOOLING') },
      expect: [{ path: DECISIONS, line: 5, severity: 'warning', message: /did you mean "tooling"/ }],
    },
    {
      name: 'a new category, as information',
      files: { [LESSONS]: log('security') },
      expect: [
        {
          path: LESSONS,
          line: 5,
          severity: 'info',
          message: /"security" \(1 entry\) is not among the known categories of a lesson/,
        },
      ],
    },
    {
      name: 'CRLF, and labels the other way round',
      files: {
        [LESSONS]: log('security')
          .replace('**Category:**', '**Tags:** tls\n**Category:**')
          .replaceAll('\n', '\r\n'),
      },
      expect: [{ path: LESSONS, line: 6, column: 15 }],
    },
    {
      name: 'a category of the other kind, as information',
      files: { [DECISIONS]: log('debugging') },
      expect: [{ path: DECISIONS, line: 5, severity: 'info', message: /of a decision/ }],
    },
    {
      name: 'a value near one that the workspace has established',
      files: { [LESSONS]: log('security', 'security', 'secruity') },
      expect: [
        { path: LESSONS, line: 5, severity: 'info' },
        { path: LESSONS, line: 21, severity: 'warning', message: /did you mean "security"/ },
      ],
    },
    {
      name: 'a value near one that another file of the workspace has established',
      files: { [LESSONS]: log('security', 'security'), [DECISIONS]: log('securities') },
      settings: 'categories:\n  lesson: [security]\n',
      expect: [{ path: DECISIONS, line: 5, severity: 'info', message: /"securities"/ }],
    },
    {
      name: 'a short value, which two edits make another word',
      files: { [LESSONS]: log('ci', 'ci', 'ux', 'ci', 'cd') },
      expect: [
        { path: LESSONS, line: 5, severity: 'info' },
        { path: LESSONS, line: 21, severity: 'info' },
        { path: LESSONS, line: 37, severity: 'warning', message: /did you mean "ci"/ },
      ],
    },
  ],
})

test('its help names the known categories of that kind, those of settings too', async () => {
  const settings = 'categories: {lesson: [security, general], decision: [naming]}\n'
  const { diagnostics } = await checkLiteral({ [LESSONS]: log('perf') }, { settings })
  expect(diagnostics.filter(({ rule }) => rule === 'category-known').map(({ help }) => help)).toEqual([
    'Write a known category (debugging, performance, configuration, integration, general, security), or add this one to `categories.lesson` in memkeep.yaml.',
  ])
})
