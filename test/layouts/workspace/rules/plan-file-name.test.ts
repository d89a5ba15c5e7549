import { ruleTest } from '../../../helpers/rule-test.ts'

const FOLDER = 'resources/workspaces/shop/_plans'

const plan = `---
name: Refunds
description: Pay money back.
status: in_progress
created: 2026-02-28
---

# Refunds
`

ruleTest('plan-file-name', {
  valid: [
    { name: 'a date and kebab words', files: { [`${FOLDER}/260228-refunds-v2-1.md`]: plan } },
    { name: 'a plan in a separate folder', files: { [`${FOLDER}/2026/260228-refunds.md`]: plan } },
    {
      name: 'files that describe the folder',
      files: { [`${FOLDER}/README.md`]: '# Plans\n', [`${FOLDER}/INDEX.md`]: '# Plans\n' },
    },
    {
      name: 'a leap day',
      files: { [`${FOLDER}/240229-refunds.md`]: plan.replace('2026-02-28', '2024-02-29') },
    },
  ],
  invalid: [
    {
      name: 'no date',
      files: { [`${FOLDER}/refunds.md`]: plan },
      expect: [
        {
          path: `${FOLDER}/refunds.md`,
          line: 1,
          column: 1,
          severity: 'error',
          message: /File name refunds\.md does not have the form YYMMDD-kebab-name\.md/,
        },
      ],
    },
    {
      name: 'capitals, of a ticket for one',
      files: { [`${FOLDER}/260228-PROD-437-gaps.md`]: plan, [`${FOLDER}/260228-Refunds.md`]: plan },
      expect: ['260228-PROD-437-gaps.md', '260228-Refunds.md'].map((name) => ({
        path: `${FOLDER}/${name}`,
        line: 1,
        severity: 'warning' as const,
        message: /^File name .* has a capital, it should be [-a-z0-9]+\.md$/,
      })),
    },
    {
      name: 'capitals in a name that is malformed otherwise, or has no real day',
      files: { [`${FOLDER}/260228-Re Funds.md`]: plan, [`${FOLDER}/260230-Refunds.md`]: plan },
      expect: ['260228-Re Funds.md', '260230-Refunds.md'].map((name) => ({
        path: `${FOLDER}/${name}`,
        line: 1,
        severity: 'error' as const,
      })),
    },
    {
      name: 'a day that the calendar does not have',
      files: { [`${FOLDER}/260230-refunds.md`]: plan },
      expect: [
        {
          path: `${FOLDER}/260230-refunds.md`,
          line: 1,
          message: /Date 260230 in the file name is not a real day/,
        },
      ],
    },
    {
      name: 'blanks, doubled hyphens, nothing behind the date, the century',
      files: {
        [`${FOLDER}/260228-re funds.md`]: plan,
        [`${FOLDER}/260228-re--funds.md`]: plan,
        [`${FOLDER}/260228-.md`]: plan,
        [`${FOLDER}/260228.md`]: plan,
        [`${FOLDER}/20260228-refunds.md`]: plan,
      },
      expect: [
        '260228-re funds.md',
        '260228-re--funds.md',
        '260228-.md',
        '260228.md',
        '20260228-refunds.md',
      ].map((name) => ({
        path: `${FOLDER}/${name}`,
        line: 1,
        severity: 'error' as const,
        message: /^File name .* does not have the form/,
      })),
    },
  ],
})
