import { ruleTest } from '../../../helpers/rule-test.ts'

const ROOT = 'user/memory/workspaces/shop'
const CATEGORIES = ['architecture', 'tooling', 'convention']

/** A log of so many decisions, one a day: two thirds of them in 2025. */
const log = (count: number): string =>
  [...Array(count).keys()]
    .map((i) => {
      const day = String((i % 27) + 1).padStart(2, '0')
      const month = String(Math.floor(i / 27) + 1).padStart(2, '0')
      const year = i < (count * 2) / 3 ? 2025 : 2026
      return `### [${year}-${month}-${day}] Decision number ${i}\n\n**Category:** ${CATEGORIES[i % 3]}\n\nText ${i}.\n\n---\n`
    })
    .join('\n')

ruleTest('growth', {
  valid: [
    { name: 'as many entries as the threshold', files: { [`${ROOT}/decisions.md`]: log(50) } },
    {
      name: 'an archive, which may hold any number',
      files: { [`${ROOT}/_archive/decisions-2025.md`]: log(60) },
    },
    {
      name: 'more entries under a higher threshold',
      files: { [`${ROOT}/decisions.md`]: log(54) },
      settings: 'growth:\n  threshold: 54\n',
    },
  ],
  invalid: [
    {
      name: 'one entry past the threshold',
      files: { [`${ROOT}/decisions.md`]: `# Decisions\n\n${log(51)}` },
      expect: [
        {
          path: `${ROOT}/decisions.md`,
          line: 3,
          severity: 'warning',
          message:
            /^The log has 51 entries, the limit is 50; oldest past it: \[2025-01-01\] Decision number 0; by year: 2025 34, 2026 17; by category: architecture 17, convention 17, tooling 17$/,
        },
      ],
    },
    {
      name: 'many entries past a lower threshold',
      files: { [`${ROOT}/decisions.md`]: log(9) },
      settings: 'growth:\n  threshold: 2\n',
      expect: [
        {
          path: `${ROOT}/decisions.md`,
          line: 1,
          message: /oldest past it: \[2025-01-01\] .*, \[2025-01-02\] .*, \[2025-01-03\] .*, 4 more;/,
        },
        { path: 'user/memory/workspaces/devtools/decisions.md', line: 5 },
      ],
    },
  ],
})
