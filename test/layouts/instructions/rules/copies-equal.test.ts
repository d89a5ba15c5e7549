import { ruleTest } from '../../../helpers/rule-test.ts'

const RULES = Array.from(
  { length: 30 },
  (_, i) => `- Rule ${i} is about part ${i} of the shop and its ${i} tests.`,
)
const text = RULES.join('\n')

ruleTest('copies-equal', {
  valid: [
    { name: 'equal copies', files: { 'AGENTS.md': text, 'CLAUDE.md': text } },
    { name: 'an import', files: { 'AGENTS.md': text, 'CLAUDE.md': '@AGENTS.md\n' } },
    { name: 'a symlink', files: { 'AGENTS.md': text, 'CLAUDE.md': { link: 'AGENTS.md' } } },
    {
      name: 'texts about different things',
      files: { 'AGENTS.md': text, 'CLAUDE.md': 'Ask before you push.\n' },
    },
    { name: 'folders that are alike', files: { 'a/AGENTS.md': text, 'b/AGENTS.md': `${text}\nx\n` } },
    { name: 'an empty file', files: { 'AGENTS.md': '', 'CLAUDE.md': text } },
  ],
  invalid: [
    {
      name: 'a copy that was changed alone',
      files: { 'AGENTS.md': text, 'CLAUDE.md': `${text}\n- And one more.\n` },
      expect: [
        { path: 'CLAUDE.md', line: 1, severity: 'warning', message: /a copy of AGENTS\.md that differs/ },
      ],
    },
    {
      name: 'a copy in the folder of another agent',
      files: { 'AGENTS.md': text, '.github/copilot-instructions.md': text.replace('Rule 3', 'Rule x') },
      expect: [
        { path: '.github/copilot-instructions.md', line: 1, rule: 'statement-repeated' },
        { path: 'AGENTS.md', line: 1, message: /copy of copilot-instructions\.md/ },
        { path: 'AGENTS.md', line: 4, rule: 'statement-drifted' },
      ],
    },
  ],
})
