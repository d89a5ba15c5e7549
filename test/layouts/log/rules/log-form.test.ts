import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'tasks/lessons.md'
const HEADINGS =
  '# Lessons\n\n## The zone of a test\n\nIt is local.\n\n## A taken port\n\nIt shows as a time limit.\n'
const TOMBSTONE = '<!-- memkeep-removed Deploy key -- it held the key itself -->'
const ITEMS = ['one', 'two', 'three', 'four', 'five'].map((one) => `- What was seen ${one} times\n`).join('')
const DATED = ['05', '06', '07', '08', '09', '10', '11', '12', '13']
  .map((day) => `\n## 2026-01-${day}: Day ${day}\n\nText of day ${day}.\n`)
  .join('')

ruleTest('log-form', {
  valid: [
    {
      name: 'one more entry',
      before: { [PATH]: HEADINGS },
      files: { [PATH]: `${HEADINGS}\n## Long paths\n\nThe archive cuts them.\n` },
    },
    {
      name: 'another form than the one that settings give',
      before: { [PATH]: HEADINGS },
      files: { [PATH]: HEADINGS + DATED },
      settings: `logs: [{ path: ${PATH}, entries: "## {title}" }]\n`,
    },
  ],
  invalid: [
    {
      name: 'entries of another form, among which those of before are still read',
      before: { [PATH]: HEADINGS },
      files: { [PATH]: HEADINGS + DATED },
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'warning',
          message:
            /^The entries had the form "## \{title\}", but most lines now have "## \{date\}: \{title\}": after this change those are read as the entries$/,
        },
      ],
    },
    {
      name: 'the loss of an entry next to entries of another form',
      before: { [PATH]: HEADINGS },
      files: { [PATH]: HEADINGS.replace('## A taken port\n\nIt shows as a time limit.\n', '') + DATED },
      expect: [
        { path: PATH, line: 1, message: /, but most lines now have / },
        { path: PATH, line: 7, rule: 'item-lost', message: /"A taken port" is gone/ },
      ],
    },
    {
      name: 'entries of another depth, with a tombstone among them',
      before: { [PATH]: HEADINGS.replace('## A taken', `${TOMBSTONE}\n\n## A taken`) },
      files: {
        [PATH]: HEADINGS.replace('## A taken', `${TOMBSTONE}\n\n## A taken`).replaceAll('## ', '### '),
      },
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'info',
          message: /^All 2 entries are kept; they were "## \{title\}" and are now "### \{title\}"$/,
        },
      ],
    },
    {
      name: 'the same words in another form',
      before: { [PATH]: ITEMS },
      files: { [PATH]: ITEMS.replaceAll('- What', '## What') },
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'info',
          message: /^All 5 entries are kept; they were "- \{title\}" and are now "## \{title\}"$/,
        },
      ],
    },
  ],
})
