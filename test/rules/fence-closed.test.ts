import { ruleTest } from '../helpers/rule-test.ts'

const NOTE = '.serena/memories/overview.md'

ruleTest('fence-closed', {
  valid: [
    {
      name: 'fences that are closed, also with more marks, and inside others',
      files: {
        [NOTE]: '```sh\na\n````\n\n~~~\n```\n~~~\n\n````md\n```\nb\n```\n````\n\n- x\n\n  ```\n  c\n  ```\n',
      },
    },
    {
      name: 'a fence that ends with its list',
      files: { [NOTE]: '- x\n\n  ```\n  c\n\nText.\n' },
    },
    {
      name: 'a file that is not free text',
      files: { 'docs/adr/0001-a.md': '# 1. A\n\n## Status\n\nAccepted\n\n```\n' },
    },
  ],
  invalid: [
    {
      name: 'a fence that takes the rest of the file',
      files: { [NOTE]: '# A\r\n\r\n```sh\r\nnpm test\r\n\r\n## Deploys\r\n' },
      expect: [
        {
          path: NOTE,
          line: 3,
          severity: 'warning',
          message: /^The code fence is never closed: the 3 lines below it are code$/,
        },
      ],
    },
    {
      name: 'lines as an editor counts them, blank ones too',
      files: { [NOTE]: '```\na\n\n\nb\n\n' },
      expect: [{ path: NOTE, line: 1, message: /the 5 lines below it are code$/ }],
    },
    {
      name: 'one line below it',
      files: { [NOTE]: '~~~\na' },
      expect: [{ path: NOTE, line: 1, message: /the line below it is code$/ }],
    },
    {
      name: 'a fence in a fence of the same length',
      files: { [NOTE]: '```md\n# A\n```sh\nb\n```\n```\n' },
      expect: [
        { path: NOTE, line: 6, severity: 'info', message: /^The last fence opens code that nothing closes/ },
      ],
    },
  ],
})
