import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'resources/workspaces/shop/OVERVIEW.md'
const PLAN = 'resources/workspaces/shop/_plans/260228-refunds.md'

const overview = (description: string): string =>
  `---\nname: Shop\ndescription: ${description}\n---\n\n# Shop\n`
const long = 'checkout refunds invoices '.repeat(80).trim()

ruleTest('description-length', {
  valid: [
    { name: 'one sentence without a full stop', files: { [PATH]: overview('Storefront and checkout') } },
    { name: 'two sentences', files: { [PATH]: overview('The storefront. It holds the checkout!') } },
    {
      name: 'full stops that end nothing',
      files: { [PATH]: overview('Node.js v1.2 for shops, e.g. those of J. Doe vs. others. See file.md') },
    },
    {
      name: 'a folded scalar of two sentences',
      files: { [PATH]: overview('>\n  The storefront\n  and its parts.\n  It holds the checkout.') },
    },
  ],
  invalid: [
    {
      name: 'three sentences',
      files: { [PATH]: overview('The storefront. It holds the checkout. Nothing else.') },
      expect: [
        {
          path: PATH,
          line: 3,
          column: 14,
          severity: 'warning',
          message: /The description has 3 sentences, the limit is 2/,
        },
      ],
    },
    {
      name: 'one very long sentence',
      files: { [PATH]: overview(long) },
      expect: [{ path: PATH, line: 3, message: /description has about \d+ tokens, the limit is 200/ }],
    },
    {
      name: 'the description of a plan',
      files: {
        [PLAN]: `---\nname: Refunds\ndescription: Pay back. Ask first. Log it.\nstatus: new\ncreated: 2026-02-28\n---\n`,
      },
      expect: [{ path: PLAN, line: 3 }],
    },
  ],
})
