import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'

ruleTest('syntax', {
  valid: [
    {
      name: 'front matter with every kind of quotes',
      files: { [FEATURE]: '---\nname: "a: b"\ntags: [\'c\', d]\n---\n' },
    },
    { name: 'any script, and a byte order mark', files: { [FEATURE]: '\ufeff# Ünïcode 日本語 😀\n' } },
    { name: 'Markdown of any shape', files: { [FEATURE]: '[unclosed](\n**bold\n\n| a |\n|\n' } },
  ],
  invalid: [
    {
      name: 'a colon inside a value',
      files: { [FEATURE]: '---\nname: live\ndescription: logs: over one stream\n---\n' },
      expect: [{ path: FEATURE, line: 3, severity: 'error' }],
    },
    {
      name: 'a key written twice',
      files: { [FEATURE]: '---\nname: live\nname: logs\n---\n' },
      expect: [{ path: FEATURE, line: 3 }],
    },
    {
      name: 'front matter that is never closed, once, though fields are required',
      files: { [OVERVIEW]: '---\nname: Shop\ndescription: Storefront.\n\n# Shop\n' },
      expect: [{ path: OVERVIEW, line: 1 }],
    },
    {
      name: 'bytes that are not UTF-8',
      files: { [FEATURE]: new Uint8Array([0x61, 0x0a, 0x62, 0xff, 0x0a]) },
      expect: [{ path: FEATURE, line: 2, column: 2 }],
    },
  ],
})
