import { ruleTest } from '../helpers/rule-test.ts'

const note = (name: string): string => `.serena/memories/${name}.md`
const files = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [note(name), `# ${name}\n`]))

ruleTest('near-name', {
  valid: [
    { name: 'parts of a series', files: files('part', 'part-1', 'part-2', 'part-3') },
    {
      name: 'two parts, versions and years',
      files: files('step-1', 'step-2', 'api-v1', 'api-v2', 'plan-2025', 'plan'),
    },
    {
      name: 'days',
      files: files('2026-01-05', '2026-01-06', 'log-2026-01-05', 'log-2026-01', 'release-1-2'),
    },
    { name: 'folders of their own', files: files('web/tests', 'api/test') },
    { name: 'other words', files: files('class', 'clas', 'is', 'i', 'new', 'old', 'status', 'newer-tests') },
    {
      name: 'files that are not free text',
      files: {
        'docs/adr/0001-a.md': '# 1. A\n\n## Status\n\nAccepted\n',
        'docs/adr/0002-a.md': '# 2. A\n\n## Status\n\nAccepted\n',
      },
    },
  ],
  invalid: [
    {
      name: 'names that differ by case, separators, a plural, or a version',
      files: files(
        'code_style',
        'code-styles',
        'CodeStyle-v2',
        'web/tests',
        'web/tests copy',
        'x-old',
        'x_new',
        'y',
        'y-2',
      ),
      expect: [
        {
          path: note('code-styles'),
          line: 1,
          severity: 'info',
          message: /^The name is nearly that of CodeStyle-v2\.md$/,
        },
        { path: note('code_style'), line: 1, message: /nearly that of CodeStyle-v2\.md$/ },
        { path: note('web/tests'), line: 1, message: /nearly that of tests copy\.md$/ },
        { path: note('x_new'), line: 1, message: /nearly that of x-old\.md$/ },
        { path: note('y'), line: 1, message: /nearly that of y-2\.md$/ },
      ],
    },
  ],
})
