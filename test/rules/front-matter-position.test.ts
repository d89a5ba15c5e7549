import { ruleTest } from '../helpers/rule-test.ts'

const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const BLOCK = '---\nname: Shop\ndescription: Storefront and checkout.\n---\n'

ruleTest('front-matter-position', {
  valid: [
    { name: 'a block after a byte order mark', files: { [OVERVIEW]: `\ufeff${BLOCK}\n# Shop\n` } },
    {
      name: 'rules around a line of text',
      files: { [FEATURE]: '# Live logs\n\nPushed over one stream.\n\n---\n\nnote: it stays open\n\n---\n' },
    },
  ],
  invalid: [
    {
      name: 'a blank line above it',
      files: { [OVERVIEW]: `\n${BLOCK}\n# Shop\n` },
      expect: [{ path: OVERVIEW, line: 2, column: 1, severity: 'error' }],
      fixed: { [OVERVIEW]: `${BLOCK}\n# Shop\n` },
    },
    {
      name: 'two blocks',
      files: { [OVERVIEW]: `${BLOCK}\n---\ntags: [checkout]\n---\n\n# Shop\n` },
      expect: [{ path: OVERVIEW, line: 6 }],
    },
  ],
})
