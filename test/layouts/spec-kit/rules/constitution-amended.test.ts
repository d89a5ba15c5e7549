import { ruleTest } from '../../../helpers/rule-test.ts'
import { constitution, PATH, PRINCIPLES } from '../constitutions.ts'

const line = (version: string): string =>
  `**Version**: ${version} | **Ratified**: 2026-01-05 | **Last Amended**: 2026-02-08`
const file = (version: string, more: Readonly<Record<string, string>> = {}) => ({
  [PATH]: constitution({ ...PRINCIPLES, ...more }, line(version)),
})
const NEW = {
  'IV. No New Services': 'What runs already does the work, unless a measurement says that it cannot.',
}

ruleTest('constitution-amended', {
  valid: [
    { name: 'a new principle and a higher version', before: file('1.9.0'), files: file('1.10.0', NEW) },
    {
      name: 'other sections',
      before: file('1.0.0'),
      files: { [PATH]: String(file('1.0.0')[PATH]).replace('By pull', 'By a pull') },
    },
    { name: 'a version that had no number', before: file('draft'), files: file('draft', NEW) },
    { name: 'a new constitution', before: {}, files: file('1.0.0') },
  ],
  invalid: [
    {
      name: 'a new principle in the same version',
      before: file('1.0.0'),
      files: file('1.0.0', NEW),
      expect: [
        {
          path: PATH,
          line: 27,
          column: 14,
          severity: 'warning',
          message: /^The principle "No New Services" changed, and the version is still 1\.0\.0$/,
        },
      ],
    },
    {
      name: 'two principles and a lower version',
      before: file('1.10.0'),
      files: file('1.9.0', { ...NEW, 'I. Tests First': `${PRINCIPLES['I. Tests First']} Always.` }),
      expect: [
        {
          path: PATH,
          line: 27,
          message: /^2 principles changed, and the version is 1\.10\.0, then 1\.9\.0$/,
        },
      ],
    },
  ],
})
