import { ruleTest } from '../../../helpers/rule-test.ts'
import {
  cleanCowork,
  DECISIONS,
  FIRST,
  firstDecision,
  json,
  MEMORY,
  PATTERNS,
  projectMemory,
} from '../clean-memory.ts'

const INSIGHTS = '.cowork/memory/project/insights'
const STRAY = `${PATTERNS}/pat-iter-1-7.md`

ruleTest('detail-row', {
  valid: [
    { name: 'a file for each row', files: cleanCowork },
    {
      name: 'other files next to them',
      files: { ...cleanCowork, [`${DECISIONS}/README.md`]: '# Decisions\n' },
    },
  ],
  invalid: [
    {
      name: 'files in insights/, which no list names',
      files: {
        ...cleanCowork,
        [`${INSIGHTS}/ins-1.md`]: '# Reads\n',
        [`${INSIGHTS}/old/ins-2.json`]: '{}\n',
      },
      expect: ['ins-1.md', 'old/ins-2.json'].map((name) => ({
        path: `${INSIGHTS}/${name}`,
        line: 1,
        severity: 'info' as const,
        message: /^The file is in insights\/, but only decisions and patterns have a list$/,
      })),
    },
    {
      name: 'a file without a row, which no rebuild deletes',
      files: { ...cleanCowork, [STRAY]: '# Mine\n' },
      fixed: { [STRAY]: '# Mine\n' },
      expect: [
        {
          path: STRAY,
          line: 1,
          severity: 'error',
          message:
            /has no row: "pat-iter-1-7" is not among the patterns of \.cowork\/memory\/project\/memory\.json/,
        },
      ],
    },
    {
      name: 'files without any memory.json',
      files: { [FIRST]: '# SQLite\n' },
      expect: [{ path: FIRST, line: 1 }],
    },
    {
      name: 'a file in the folder of the other list, whose row gets its own file',
      files: { ...cleanCowork, [`${PATTERNS}/${firstDecision.id}.md`]: '# SQLite\n' },
      expect: [{ path: `${PATTERNS}/${firstDecision.id}.md`, line: 1 }],
    },
    {
      name: 'only broken JSON, while what it says is not known',
      files: { ...cleanCowork, [STRAY]: '# Mine\n', [MEMORY]: '{ "decisions": [' },
      expect: [{ path: MEMORY, line: 1, rule: 'syntax' }],
    },
    {
      name: 'only the list, while it is none',
      files: { ...cleanCowork, [STRAY]: '# Mine\n', [MEMORY]: json({ ...projectMemory, patterns: {} }) },
      expect: [{ path: MEMORY, line: 27, rule: 'schema' }],
    },
  ],
})
