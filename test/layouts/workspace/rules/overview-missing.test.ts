import { ruleTest } from '../../../helpers/rule-test.ts'

const ROOT = 'resources/workspaces'

const plan = (created: string): string =>
  `---\nname: Rollout\ndescription: Move every tenant.\nstatus: new\ncreated: ${created}\n---\n\n# Rollout\n`

ruleTest('overview-missing', {
  valid: [
    {
      name: 'a scope without plans and without an overview',
      files: { [`${ROOT}/billing/_features/invoices.md`]: '# Invoices\n' },
    },
    {
      name: 'a repository with plans and an overview',
      files: {
        [`${ROOT}/devtools/web/dashboard/_plans/260401-rollout.md`]: plan('2026-04-01'),
        [`${ROOT}/devtools/web/dashboard/OVERVIEW.md`]:
          '---\nname: Dashboard\ndescription: The one application.\n---\n\n# Dashboard\n',
      },
    },
  ],
  invalid: [
    {
      name: 'a scope with two plans and no overview, once, at the first plan',
      files: {
        [`${ROOT}/billing/_plans/260401-rollout.md`]: plan('2026-04-01'),
        [`${ROOT}/billing/_plans/260402-rollback.md`]: plan('2026-04-02'),
      },
      expect: [
        {
          path: `${ROOT}/billing/_plans/260401-rollout.md`,
          line: 1,
          severity: 'warning',
          message: /resources\/workspaces\/billing\/OVERVIEW\.md/,
        },
      ],
    },
    {
      name: 'a repository that has only the overview of its domain',
      files: { [`${ROOT}/devtools/web/dashboard/_plans/260401-rollout.md`]: plan('2026-04-01') },
      expect: [
        {
          path: `${ROOT}/devtools/web/dashboard/_plans/260401-rollout.md`,
          line: 1,
          message: /devtools\/web\/dashboard has plans but no overview/,
        },
      ],
    },
  ],
})
