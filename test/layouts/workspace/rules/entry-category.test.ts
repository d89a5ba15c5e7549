import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const entry = (labels: string): string => `### [2026-01-05] Title\n\n${labels}\n\nThe body.\n\n---\n`

ruleTest('entry-category', {
  valid: [
    { name: 'tags above the category', files: { [PATH]: entry('**Tags:** queue\n**Category:** debugging') } },
    { name: 'a category alone', files: { [PATH]: entry('**Category:** debugging') } },
    {
      name: 'straight under the heading',
      files: { [PATH]: entry('**Category:** debugging').replace('\n\n', '\n') },
    },
  ],
  invalid: [
    {
      name: 'no category',
      files: { [PATH]: entry('**Tags:** queue') },
      expect: [
        {
          path: PATH,
          line: 1,
          column: 1,
          severity: 'error',
          message: /The entry has no line `\*\*Category:/,
        },
      ],
    },
    {
      name: 'a category below the text',
      files: { [PATH]: entry('First.\n\n**Category:** debugging') },
      expect: [
        { path: PATH, line: 1, message: /The entry has no line `\*\*Category:\*\* …` under its heading/ },
      ],
    },
    {
      name: 'an empty category',
      files: { [PATH]: entry('**Tags:** queue\n**Category:**  ') },
      expect: [{ path: PATH, line: 4, column: 1, message: /The category is empty/ }],
    },
    {
      name: 'labels in another form',
      files: {
        [PATH]: [
          '**Category**: debugging',
          'category: debugging',
          '- **Category:** debugging',
          '**Category: debugging**',
          '**Category:**debugging',
        ]
          .map((label, index) =>
            entry(label)
              .replace('05', `0${index + 1}`)
              .replace('Title', `Title ${index}`),
          )
          .join('\n'),
      },
      expect: [3, 11, 19, 27, 35].map((line) => ({
        path: PATH,
        line,
        column: 1,
        message: /should be \*\*Category:\*\* at the start of the line/,
      })),
      fixed: {
        [PATH]: Array.from({ length: 5 })
          .map((_, index) =>
            entry('**Category:** debugging')
              .replace('05', `0${index + 1}`)
              .replace('Title', `Title ${index}`),
          )
          .join('\n'),
      },
    },
  ],
})
