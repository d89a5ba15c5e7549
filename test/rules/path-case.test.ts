import { ruleTest } from '../helpers/rule-test.ts'

const note = (name: string): string => `.serena/memories/${name}.md`
const files = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [note(name), `# ${name}\n`]))

ruleTest('path-case', {
  valid: [
    { name: 'other names', files: files('plan', 'planning', 'caf\u00e9', 'cafe') },
    { name: 'the same name in other folders', files: files('web/plan', 'api/plan', 'plan') },
  ],
  invalid: [
    {
      name: 'case of a name and of a folder',
      files: files('Plan', 'plan', 'Web/api', 'web/api'),
      expect: [
        {
          path: note('plan'),
          line: 1,
          severity: 'warning',
          message: /^Windows and macOS take this file and \.serena\/memories\/Plan\.md for one$/,
        },
        { path: note('web/api'), line: 1, message: /and \.serena\/memories\/Web\/api\.md for one$/ },
      ],
    },
    {
      name: 'accents as one character and as two',
      files: files('caf\u00e9', 'cafe\u0301'),
      expect: [
        {
          path: note('caf\u00e9'),
          line: 1,
          message: /take this file and .* for one: \u00e9 is U\+00E9 here, and U\+0065 U\+0301 there$/,
        },
      ],
    },
  ],
})
