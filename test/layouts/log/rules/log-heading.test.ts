import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'
const OTHER = 'docs/decisions.md'
const LOG = '## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n'

ruleTest('log-heading', {
  valid: [
    {
      name: 'entries with inner headings',
      files: { [PATH]: '# Log\n\n## 2026-01-05: A\n\n### Why\n\nx\n\n## 2026-01-06: B\n\ny\n' },
    },
    {
      name: 'a heading before the first entry',
      files: { [PATH]: '# Log\n\n## Active\n\n### 2026-01-05: A\n\nx\n' },
    },
    {
      name: 'headings that group entries, right above them or with some words in between',
      files: {
        [PATH]:
          '## Old\n\n### 2026-01-05: A\n\nx\n\n## New\n\n### 2026-01-06: B\n\ny\n\n## Newer\n\nOf March.\n\n### 2026-01-07: C\n\nz\n',
      },
    },
    {
      name: 'sections before the first entry',
      files: { [PATH]: '# Log\n\n## Format\n\nA day and a title.\n\n## 2026-01-05: A\n\nx\n' },
    },
    {
      name: 'a list that holds no entries',
      files: { [PATH]: '# Log\n\n- Short\n- Dated\n\n## Entries\n\n- 2026-01-05: A\n- 2026-01-06: B\n' },
    },
  ],
  invalid: [
    {
      name: 'a heading that a change adds, as a warning that names the form',
      before: { [PATH]: `${LOG}\n## Later\n\nz\n` },
      files: { [PATH]: `${LOG}\n## Later\n\nz\n\n## 2026-01-07: C\n\nw\n\n## Retries\n\nv\n` },
      expect: [
        { path: PATH, line: 9, severity: 'info', message: /`## Later`/ },
        {
          path: PATH,
          line: 17,
          severity: 'warning',
          message: /^Heading `## Retries` is not read as an entry$/,
        },
      ],
    },
    {
      name: 'what is left where one of a run became an entry, as information',
      before: { [PATH]: `${LOG}\n## One\n\nx\n\n## Two\n\ny\n\n## Three\n\nz\n` },
      files: { [PATH]: `${LOG}\n## One\n\nx\n\n## 2026-01-08: Two\n\ny\n\n## Three\n\nz\n` },
      expect: [
        { path: PATH, line: 9, severity: 'info' },
        { path: PATH, line: 17, severity: 'info' },
      ],
    },
    {
      name: 'a heading that moves from another log, as information',
      before: { [PATH]: LOG, [OTHER]: '# Log\n\n## 2025-01-05: A\n\nx\n\n## Later\n\nz\n' },
      files: { [PATH]: `${LOG}\n## Later\n\nz\n`, [OTHER]: '# Log\n\n## 2025-01-05: A\n\nx\n' },
      expect: [{ path: PATH, line: 9, severity: 'info' }],
    },
    {
      name: 'a heading that is reworded, as information',
      before: { [PATH]: `${LOG}\n## Lter\n\nz\n` },
      files: { [PATH]: `${LOG}\n## Later\n\nz\n` },
      expect: [{ path: PATH, line: 9, severity: 'info' }],
    },
    {
      name: 'a heading in place of one that became an entry, as a warning',
      before: { [PATH]: `${LOG}\n## Later\n\nz\n` },
      files: { [PATH]: `${LOG}\n## 2026-01-08: Later\n\nz\n\n## Retries\n\nv\n` },
      expect: [{ path: PATH, line: 13, severity: 'warning', message: /`## Retries`/ }],
    },
    {
      name: 'a section that a change adds, as information',
      before: { [PATH]: LOG },
      files: { [PATH]: `${LOG}\n## Governance\n\nv\n` },
      expect: [{ path: PATH, line: 9, severity: 'info' }],
    },
    {
      name: 'an added heading at the severity that settings name',
      before: { [PATH]: LOG },
      files: { [PATH]: `${LOG}\n## Retries\n\nv\n` },
      settings: 'rules: { log-heading: info }\n',
      expect: [{ path: PATH, line: 9, severity: 'info' }],
    },
    {
      name: 'headings of the entries’ level in one run',
      files: {
        [PATH]:
          '## 2026-01-05: A\n\nx\n\n## One\n\ny\n\n## Two\n\nz\n\n## 2026-01-06: B\n\ny\n\n## Three\n\nw\n',
      },
      expect: [
        {
          path: PATH,
          line: 5,
          severity: 'info',
          message: /^2 headings from `## One` on are not read as entries$/,
        },
        { path: PATH, line: 17, severity: 'info', message: /^Heading `## Three` is not read as an entry$/ },
      ],
    },
    {
      name: 'a heading of the entries’ level before the first one',
      files: {
        [PATH]:
          '# Log\n\n## A queue\n\nx\n\n## One lockfile\n\ny\n\n## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n',
      },
      expect: [
        {
          path: PATH,
          line: 3,
          severity: 'info',
          message: /^2 headings from `## A queue` on are not read as entries$/,
        },
      ],
    },
    {
      name: 'list items among entries, once for each run of them',
      files: {
        [PATH]:
          '# Log\n\n- 2026-01-05: A\n- B\n- C\n- 2026-01-06: D\n- 2026-01-07: E\n- 2026-01-08: F\n\nSee also:\n\nX\n\n* G\n* H\n',
      },
      expect: [
        {
          path: PATH,
          line: 4,
          severity: 'info',
          message: /^2 list items from `B` on are not read as entries$/,
        },
      ],
    },
    {
      name: 'a row among entries',
      files: {
        [PATH]:
          '# Log\n\n| Date | What |\n| --- | --- |\n| 2026-01-05 | A |\n| soon | B |\n| 2026-01-06 | C |\n',
      },
      expect: [{ path: PATH, line: 6, severity: 'info', message: /^Row `.*B.*` is not read as an entry$/ }],
    },
    {
      name: 'a topic with words in place of a list',
      files: {
        [PATH]:
          '# Log\n\n## Data\n\n- A queue in Postgres\n- Whole cents\n- One schema\n\n## Web\n\n- No cookies\n- One font\n- Static pages\n\n## Names\n\nShort ones.\n',
      },
      expect: [
        { path: PATH, line: 15, severity: 'info', message: /^Heading `## Names` is not read as an entry$/ },
      ],
    },
  ],
})
