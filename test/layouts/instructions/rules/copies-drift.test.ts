import { ruleTest } from '../../../helpers/rule-test.ts'

const TEXT = 'Every test says what it proves, needs no network, and runs by itself in any order.\n'
const CLAUDE = '.claude/rules/tests.md'
const CURSOR = 'web/.cursor/rules/tests.mdc'
const WINDSURF = '.windsurf/rules/tests.md'
const cursor = (text: string): string => `---\nalwaysApply: true\n---\n\n${text}`
const before = { [CLAUDE]: TEXT, [CURSOR]: cursor(TEXT), [WINDSURF]: `<!-- generated -->\n${TEXT}` }
const OTHER = TEXT.replace('any order', 'one order')

ruleTest('copies-drift', {
  valid: [
    {
      name: 'copies that change alike',
      before,
      files: { [CLAUDE]: OTHER, [CURSOR]: cursor(OTHER), [WINDSURF]: `<!-- generated twice -->\r\n${OTHER}` },
    },
    { name: 'a copy that goes', before, files: { ...before, [CURSOR]: null } },
    {
      name: 'two short files',
      before: { [CLAUDE]: 'Test it.\n', [WINDSURF]: 'Test it.\n' },
      files: { [CLAUDE]: 'Test it.\n', [WINDSURF]: 'Test it all.\n' },
    },
  ],
  invalid: [
    {
      name: 'a copy that changes alone',
      before,
      files: { ...before, [CURSOR]: cursor(OTHER) },
      expect: [
        {
          path: CURSOR,
          line: 1,
          severity: 'warning',
          message: /^The file said the same as \.claude\/rules\/tests\.md/,
        },
      ],
    },
    {
      name: 'copies where one stays behind',
      before,
      files: { ...before, [CLAUDE]: OTHER, [CURSOR]: cursor(OTHER) },
      expect: [
        { path: CLAUDE, line: 1, message: /same as \.windsurf/ },
        { path: CURSOR, line: 1, message: /same as \.windsurf/ },
      ],
    },
  ],
})
