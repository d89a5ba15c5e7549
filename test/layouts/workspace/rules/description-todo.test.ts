import { ruleTest } from '../../../helpers/rule-test.ts'

const PLAN = 'resources/workspaces/shop/_plans/260228-refunds.md'
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'

const plan = (description: string): string =>
  `---\nname: Refunds\ndescription: ${description}\nstatus: new\ncreated: 2026-02-28\n---\n\n# Refunds\n`
const overview = (description: string): string =>
  `---\nname: Shop\ndescription: ${description}\n---\n\n# Shop\n`

ruleTest('description-todo', {
  valid: [
    { name: 'a description', files: { [PLAN]: plan('Pay money back.') } },
    { name: 'one that speaks of a TODO', files: { [PLAN]: plan('Clear every TODO in the payment code.') } },
    { name: 'one about a to-do list', files: { [PLAN]: plan('Todos are shown by date.') } },
  ],
  invalid: [
    {
      name: 'what a migration left in a plan',
      files: { [PLAN]: plan('"TODO: say what this plan is for"') },
      expect: [
        { path: PLAN, line: 3, column: 14, severity: 'warning', message: /The description is still TODO/ },
      ],
    },
    {
      name: 'a bare TODO in an overview',
      files: { [OVERVIEW]: overview('TODO') },
      expect: [{ path: OVERVIEW, line: 3 }],
    },
  ],
})
