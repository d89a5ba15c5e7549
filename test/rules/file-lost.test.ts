import { expect, test } from 'vitest'
import { judgeLiteral } from '../helpers/check-literal.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** A text that has no word in common with that of another topic. */
const words = (topic: string): string => LETTERS.map((letter) => `${topic}${letter}`).join(' ')

const section = (topic: string): string => `## About the ${topic}\n\n${words(topic)}\n\n`
const three = `# Tech\n\n${['queue', 'mailer', 'importer'].map(section).join('')}`

const BANK = {
  'memory-bank/projectbrief.md': '# Brief\n\nA shop.\n',
  'memory-bank/activeContext.md': '# Now\n',
}
const PATH = 'memory-bank/tech/notes.md'
const NOTES = { [PATH]: three }
const OTHER = 'memory-bank/tech/other.md'
const SOUL = { 'SOUL.md': `# Soul\n\n${words('poet')}\n`, 'IDENTITY.md': `# Me\n\n${words('clerk')}\n` }
const AGENTS = `# Agents\n\nRead this.\n\n${section('queue')}${section('mailer')}`
const guarded = (mode: string) => `history: { agents-md: { mode: ${mode} } }\n`
const GONE = { [PATH]: null }
const RULES = (names: readonly string[], text: string | null) =>
  Object.fromEntries(names.map((name) => [`.claude/rules/${name}.md`, text && `${text} ${words(name)}\n`]))
const FOUR = ['api', 'css', 'sql', 'tests']

ruleTest('file-lost', {
  valid: [
    {
      name: 'a file that moves as it is, in the memory',
      before: { ...BANK, ...NOTES },
      files: {
        ...BANK,
        ...GONE,
        'memory-bank/notes.md': three,
      },
    },
    {
      name: 'a file whose text went to another one, below other headings and among other text',
      before: { ...BANK, ...NOTES },
      files: {
        ...BANK,
        ...GONE,
        [OTHER]: `# All\n\n${words('printer')}\n\n${three.replaceAll('## About', '#### On')}`,
      },
    },
    {
      name: 'a section that moved to another file, one that has another heading, and one that grew',
      before: { ...BANK, ...NOTES },
      files: {
        ...BANK,
        [PATH]: `# Tech\n\n${section('queue').replace('About the', 'The')}${section('mailer')}${words('printer')}\n`,
        [OTHER]: `# Other\n\n${section('importer')}`,
      },
    },
    {
      name: 'new sections anywhere in a text that is immutable, and other blank lines',
      settings: guarded('immutable'),
      before: { 'AGENTS.md': AGENTS },
      files: { 'AGENTS.md': AGENTS.replace('## About the queue', `${section('importer')}\n\n$&`) },
    },
    {
      name: 'lines and sections at the end of a text that is append-only',
      settings: guarded('append-only'),
      before: { 'AGENTS.md': AGENTS },
      files: { 'AGENTS.md': `${AGENTS}One more.\n\n${section('importer')}` },
    },
    {
      name: 'a merge of two sides that added to a text that is append-only',
      settings: guarded('append-only'),
      before: { 'AGENTS.md': `${AGENTS}One.\n\n${section('importer')}` },
      merge: {
        others: [{ 'AGENTS.md': `${AGENTS}Two.\n\n${section('printer')}` }],
        base: { 'AGENTS.md': AGENTS },
      },
      files: { 'AGENTS.md': `${AGENTS}One.\nTwo.\n\n${section('importer')}${section('printer')}` },
    },
    {
      name: 'a section of a guarded text that moved as it is',
      settings: guarded('immutable'),
      before: { 'AGENTS.md': AGENTS },
      files: {
        'AGENTS.md': AGENTS.replace(section('queue'), ''),
        'docs/AGENTS.md': `# Docs\n\n${section('queue')}`,
      },
    },
  ],
  invalid: [
    {
      name: 'a file that goes',
      before: { ...BANK, ...NOTES, [OTHER]: '# Other\n\nShort.\n' },
      files: { ...BANK, ...GONE, [OTHER]: '# Other\n\nShort.\n' },
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'warning',
          message: /^The file is gone from the memory, and no other/,
        },
      ],
    },
    {
      name: 'a folder that goes, once and with the number of files',
      before: { ...BANK, ...NOTES, [OTHER]: `# Other\n\n${words('printer')}\n` },
      files: { ...BANK, ...GONE, [OTHER]: null },
      expect: [
        {
          path: 'memory-bank/tech',
          line: 1,
          message: /^2 files of memory are gone.*`notes.md`, `other.md`$/,
        },
      ],
    },
    {
      name: 'many files of a folder that stays, once',
      before: RULES([...FOUR, 'own'], 'Rule.'),
      files: { ...RULES(FOUR, null), ...RULES(['own'], 'Rule.') },
      expect: [{ path: '.claude/rules', line: 1, message: /^4 files of memory are gone/ }],
    },
    {
      name: 'a file that leaves the memory for another folder',
      before: { ...BANK, ...NOTES, [OTHER]: '# Other\n\nShort.\n' },
      files: {
        ...BANK,
        ...GONE,
        [OTHER]: '# Other\n\nShort.\n',
        'docs/notes.txt': `${three}${LETTERS.map(section).join('')}`,
      },
      expect: [{ path: PATH, line: 1 }],
    },
    {
      name: 'a file that is emptied, and one that keeps a third of its text',
      before: { ...BANK, ...NOTES, [OTHER]: `# Other\n\n${words('printer')}\n` },
      files: { ...BANK, [PATH]: `# Tech\n\n${section('mailer')}`, [OTHER]: '# Other\n' },
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'warning',
          message: /more than half of its text.*About the queue`, `## About the importer`$/,
        },
        { path: OTHER, line: 1, severity: 'warning', message: /^The file lost all of its text/ },
      ],
    },
    {
      name: 'a section that goes',
      before: { ...BANK, ...NOTES },
      files: { ...BANK, [PATH]: `# Tech\n\n${section('mailer')}${section('queue')}` },
      expect: [
        { path: PATH, line: 1, severity: 'info', message: /^1 section is gone: `## About the importer`$/ },
      ],
    },
    {
      name: 'a file whose history the settings guard',
      settings: 'history: { openclaw-self: { mode: append-only } }\n',
      before: SOUL,
      files: { ...SOUL, 'SOUL.md': null },
      expect: [{ path: 'SOUL.md', line: 1, severity: 'error' }],
    },
    {
      name: 'all text of a file without a heading that is immutable',
      settings: guarded('immutable'),
      before: { 'AGENTS.md': '- Use pnpm.\n- No default exports.\n' },
      files: { 'AGENTS.md': '\n' },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          severity: 'error',
          message: /^The file lost all of its text, but the history of agents-md is immutable$/,
        },
      ],
    },
    {
      name: 'all three sections of a text that is append-only',
      settings: guarded('append-only'),
      before: { 'AGENTS.md': 'Use pnpm.\n\n# Tests\n\nRun them.\n\n# Queue\n\nIn Postgres.\n' },
      files: { 'AGENTS.md': '' },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          severity: 'error',
          message:
            /^The file lost all of its text: `the text on top`, `# Tests`, `# Queue`, but the history of agents-md is append-only$/,
        },
      ],
    },
    {
      name: 'a section that goes, and one whose words change, in a text that is immutable',
      settings: guarded('immutable'),
      before: { 'AGENTS.md': AGENTS },
      files: { 'AGENTS.md': AGENTS.replace(section('queue'), '').replace('mailera', 'mail') },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          severity: 'error',
          message:
            /^1 section is gone: `## About the queue`; 1 section is changed: `## About the mailer`, but the history of agents-md is immutable$/,
        },
      ],
    },
    {
      name: 'a section that goes where another file had a copy of it before',
      settings: guarded('immutable'),
      before: { 'AGENTS.md': AGENTS, 'docs/AGENTS.md': `# Docs\n\n${section('queue')}` },
      files: {
        'AGENTS.md': AGENTS.replace(section('queue'), ''),
        'docs/AGENTS.md': `# Docs\n\n${section('queue')}`,
      },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          severity: 'error',
          message: /^1 section is gone: `## About the queue`/,
        },
      ],
    },
    {
      name: 'a line at the end of a text that is immutable',
      settings: guarded('immutable'),
      before: { 'AGENTS.md': AGENTS },
      files: { 'AGENTS.md': `${AGENTS}One more.\n` },
      expect: [{ path: 'AGENTS.md', line: 1, severity: 'error', message: /^1 section is changed/ }],
    },
    {
      name: 'a section above older ones in a text that is append-only',
      settings: guarded('append-only'),
      before: { 'AGENTS.md': AGENTS },
      files: { 'AGENTS.md': AGENTS.replace('## About the queue', `${section('importer')}$&`) },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          severity: 'error',
          message: /^1 section is above older text: `## About the importer`, but/,
        },
      ],
    },
    {
      name: 'a section that a merge loses of a guarded text',
      settings: guarded('append-only'),
      before: { 'AGENTS.md': `${AGENTS}${section('importer')}` },
      merge: {
        others: [{ 'AGENTS.md': `${AGENTS}${section('printer')}` }],
        base: { 'AGENTS.md': AGENTS },
      },
      files: { 'AGENTS.md': `${AGENTS}${section('printer')}` },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          severity: 'error',
          message: /^1 section is gone: `## About the importer`/,
        },
      ],
    },
  ],
})

test('a file that lies in an archive as it was is kept, be that memory or not', async () => {
  const { 'SOUL.md': soul, ...others } = SOUL
  const found = async (path: string) => {
    const diagnostics = await judgeLiteral(SOUL, { ...others, [path]: soul })
    return diagnostics.map(({ rule, path: at }) => `${at} ${rule}`)
  }
  expect(await found('docs/_archive/2026/soul.txt')).toEqual([])
  expect(await found('docs/old/soul.txt')).toEqual(['SOUL.md file-lost'])
})
