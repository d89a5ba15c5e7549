import { ruleTest } from '../../../helpers/rule-test.ts'
import { constitution, PATH, PRINCIPLES } from '../constitutions.ts'

const files = (line: string) => ({ [PATH]: constitution(PRINCIPLES, line) })

ruleTest('constitution-version', {
  valid: [
    {
      name: 'a version with its days',
      files: files('**Version**: 1.0.0 | **Ratified**: 2026-01-05 | **Last Amended**: 2026-01-05'),
    },
    {
      name: 'a version alone, and days in words',
      files: files('**Version**: 1.0 | **Last Amended**: December 4, 2025'),
    },
    { name: 'an empty file', files: { [PATH]: '' } },
  ],
  invalid: [
    {
      name: 'no version',
      files: files('The end.'),
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'info',
          message: /^The constitution has no line with its version$/,
        },
      ],
    },
    {
      name: 'a day that is none, and one that is not filled in',
      files: files('**Version**: 1.0.0 | **Ratified**: 2026-02-30 | **Last Amended**: TODO(DATE): ask'),
      expect: [
        {
          path: PATH,
          line: 23,
          column: 36,
          message: /^"Ratified" is "2026-02-30", which is not a real day$/,
        },
        { path: PATH, line: 23, message: /^"Last Amended" is not filled in: "TODO\(DATE\): ask"$/ },
      ],
    },
    {
      name: 'an amendment before the ratification',
      files: files('**Version**: 1.0.0 | **Ratified**: 2026-02-08 | **Last Amended**: 2026-01-05'),
      expect: [
        {
          path: PATH,
          line: 23,
          message: /^The constitution was last amended on 2026-01-05, before it was ratified on 2026-02-08$/,
        },
      ],
    },
  ],
})
