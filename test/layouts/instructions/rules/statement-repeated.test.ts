import { ruleTest } from '../../../helpers/rule-test.ts'

const AGENTS = 'AGENTS.md'
const RULE = 'web/.cursor/rules/orders.mdc'
const rule = (text: string, fields = 'alwaysApply: true'): string => `---\n${fields}\n---\n\n${text}`

const ORDERS = [
  'An order that was paid is never changed, and a refund is an order of its own with a negative amount.',
  'Amounts are integers in the smallest unit of the currency, and the currency is always next to the amount.',
  'The price of a line is the one at the time of the order, and no later price changes it.',
]
const REST =
  'A plan is shown before code is written. Names of branches have the number of their issue. Each test has one reason to fail, and waits for nothing that it does not start. Nothing is logged that a customer wrote, and no key is in a text. Pages of the shop are small: the first one is drawn before any script runs.'
const TEXT = `# Orders\n\n${ORDERS.join('\n')}\n`

const STEPS = [
  'Request a presigned address',
  'Upload to the bucket',
  'Confirm the upload',
  'Make a small picture of it',
]
  .map((step, i) => `${i + 1}. ${step} (\`/api/upload/step-${i + 1}/of/the/flow\`)\n`)
  .join('')
const UNSPACED =
  'コードを書く前に、必ずテストを書いてください。機能の追加と不具合の修正では、次のサイクルを守ります。失敗するテストを書いてから実装します。'

ruleTest('statement-repeated', {
  valid: [
    {
      name: 'what two sections next to each other both say, pointers to another text, and lines of code',
      files: {
        [AGENTS]: `# Shop\n\n${REST}\n\n## Commands\n\n### API\n\n- Fix what the linter finds before each commit of the code.\n\n### Web\n\n- Fix what the linter finds before each commit of the code.\n\n## Orders\n\n> See [the lessons about orders and their amounts](AGENTS.md).\n\nUse \`cargo clippy --all-targets --all-features -- -D warnings\`.\n\n## Payments\n\n> See [the lessons about orders and their amounts](AGENTS.md).\n\nLint: \`cargo clippy --all-targets --all-features -- -D warnings\`.\n`,
      },
    },
    {
      name: 'copies for two agents',
      files: { 'api/CLAUDE.md': `${TEXT}\n`, 'api/GEMINI.md': TEXT },
    },
    {
      name: 'a rule for some files alone',
      files: { 'web/AGENTS.md': TEXT, [RULE]: rule(TEXT, 'globs: "**/*.md"\nalwaysApply: false') },
    },
    {
      name: 'a short sentence that comes back',
      files: { [AGENTS]: '# A\n\nRun the tests.\n\n# B\n\nRun the tests.\n' },
    },
    {
      name: 'the same words with another number',
      files: {
        [AGENTS]:
          '# A\n\nA route of the shop answers within 200 ms, also where the cart has many lines.\n\n# B\n\nA route of the basket answers within 300 ms, also where the cart has many lines.\n',
      },
    },
    {
      name: 'a copy that is kept as it was',
      files: { [AGENTS]: TEXT, 'src/baseline/AGENTS.md': `# The API\n\n${ORDERS.join('\n\n')}\n` },
    },
    {
      name: 'records of one form, and few words in two places',
      files: {
        [AGENTS]: `# Folders\n\n${['api', 'web', 'jobs', 'docs']
          .map(
            (name) =>
              `## ${name}\n- **Place**: \`${name}/\`\n- **Purpose**: A folder\n- **Key files**: None\n`,
          )
          .join('\n')}`,
        'api/AGENTS.md': '# API\n\n- Ask before a migration.\n\n- Run the tests first.\n',
        'api/v2/AGENTS.md': '# API 2\n\n- Ask before a migration.\n',
      },
    },
    {
      name: 'a page that is imported and says other things, and one in a fence',
      files: {
        'CLAUDE.md': `@docs/orders.md\n\n${ORDERS.join('\n\n')}\n`,
        'docs/orders.md': `${REST}\n\n\`\`\`\n${ORDERS.join('\n')}\n\`\`\`\n`,
      },
    },
    { name: 'a symlink', files: { [AGENTS]: TEXT, 'GEMINI.md': { link: AGENTS } } },
    {
      name: 'code, and labels of lists',
      files: { [AGENTS]: `# A\n\n\`\`\`\n${ORDERS[0]}\n${ORDERS[0]}\n${ORDERS[1]}\n${ORDERS[1]}\n\`\`\`\n` },
    },
  ],
  invalid: [
    {
      name: 'a short line in two files, with other marks and a label',
      files: {
        'CLAUDE.md': `# Shop\n\n${REST}\n\n- **Caution:** Do not commit changes without explicit approval from the user!\n`,
        '.claude/rules/work.md': '- **Do not commit changes** without explicit approval from the user\n',
      },
      expect: [
        { path: '.claude/rules/work.md', line: 1, message: /^One statement of this file is in CLAUDE\.md/ },
      ],
    },
    {
      name: 'rules of one mode of Roo Code on top of those for all',
      files: {
        '.roo/rules/rules.md': `# Shop\n\n${REST}\n\n- You're never to print the token of a customer; use its number.\n`,
        '.roo/rules-code/rules.md': '- You are never to print the token of a customer — use its number.\n',
        '.roo/rules-ask/rules.md': '- Answer with the file and the line.\n',
      },
      expect: [
        {
          path: '.roo/rules-code/rules.md',
          line: 1,
          message: /^One statement of this file is in \.roo\/rules\/rules\.md/,
        },
      ],
    },
    {
      name: 'nearly all of a file',
      files: {
        'web/AGENTS.md': `# Web\n\n${REST.replaceAll('. ', '.\n\n')}\n\n${ORDERS.map((one) => `- ${one}\n`).join('')}`,
        'AGENTS.md': `# Shop\n\n${REST.replaceAll('. ', '.\n\n')}\n\n${ORDERS.map((one) => `- ${one}\n`).join('')}\nMore.\n`,
      },
      expect: [
        {
          path: 'web/AGENTS.md',
          line: 3,
          message: /^\d+ statements of this file, nearly all of it, are in AGENTS\.md/,
        },
      ],
    },
    {
      name: 'one sentence, word for word and in another order, in a file that imports it',
      files: {
        [AGENTS]:
          '# A\n\nNever hardcode derived counts or statistics: compute them from the data source at build time.\n\nAsk before you push to the branch of somebody else.\n',
        'CLAUDE.md':
          '@AGENTS.md\n\n- Derived statistics and counts are never hardcoded; compute them at build time from the data source.\n\n- Ask before you push to the branch of somebody else.\n',
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 3,
          message: /^2 statements of this file are in AGENTS.md as well/,
        },
      ],
    },
    {
      name: 'one sentence of one file again',
      files: {
        [AGENTS]:
          '# A\n\nAlways refresh `main` before you create a branch of a release (`git pull --ff-only origin main`).\n\n# B\n\nText.\n\n- Always refresh `main` before you create a branch of a release (`git pull --ff-only origin main`).\n',
      },
      expect: [
        {
          path: AGENTS,
          line: 9,
          message: /^One statement is in this file once more/,
        },
      ],
    },
    {
      name: 'a rule that repeats what is loaded with it',
      files: { [AGENTS]: TEXT, '.windsurf/rules/orders.md': rule(TEXT, 'trigger: always_on') },
      expect: [
        {
          path: '.windsurf/rules/orders.md',
          line: 7,
          severity: 'info',
          message:
            /^3 statements of this file are in AGENTS\.md as well, which every agent loads that loads this one: about \d+ tokens each time$/,
        },
      ],
    },
    {
      name: 'a rule for some files that repeats what its agent always loads',
      files: { 'CLAUDE.md': TEXT, '.claude/rules/orders.md': rule(TEXT, 'paths: "**/*.md"') },
      expect: [
        {
          path: '.claude/rules/orders.md',
          line: 7,
          severity: 'info',
          message: /^3 statements of this file are in CLAUDE\.md/,
        },
      ],
    },
    {
      name: 'short items in a row, and a text without blanks',
      files: {
        [AGENTS]: `# A\n\n${STEPS}\n# B\n\n${STEPS}`,
        'api/AGENTS.md': `# API\n\n${UNSPACED}\n`,
        'api/v2/AGENTS.md': `# API, second version\n\n${UNSPACED}\n`,
      },
      expect: [
        { path: AGENTS, line: 10, message: /^4 statements are in this file once more/ },
        { path: 'api/v2/AGENTS.md', line: 3, message: /in api\/AGENTS\.md as well/ },
      ],
    },
    {
      name: 'a file that repeats what it imports',
      files: {
        [AGENTS]: TEXT,
        'CLAUDE.md': `@AGENTS.md\n\nAsk before a migration is changed, and name the table.\n\n${REST}\n\n${ORDERS.join('\n\n')}\n`,
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 7,
          severity: 'info',
          message: /^3 statements of this file are in AGENTS\.md/,
        },
      ],
    },
    {
      name: 'a file that repeats a page that it imports, which no agent loads by itself',
      files: {
        'CLAUDE.md': `@docs/orders.md\n\n${ORDERS.join('\n\n')}\n`,
        'docs/orders.md': `---\ntitle: Orders\n---\n\n${TEXT}`,
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 3,
          severity: 'info',
          message:
            /^3 statements of this file are in docs\/orders\.md as well, which it imports: about \d+ tokens each time$/,
        },
      ],
    },
    {
      name: 'short items with other small words, and one that says a little more',
      files: {
        [AGENTS]:
          '# A\n\n- Ask for clarification if requirements are unclear\n- Note risks or trade-offs\n- Keep commits focused\n- Propose an approach first\n',
        'api/AGENTS.md':
          '# API\n\n- **Ask** for clarification if the requirements are unclear\n- Note the risks and trade-offs\n- Keep all commits focused\n- Name the table\n',
      },
      expect: [{ path: 'api/AGENTS.md', line: 3, message: /^3 statements of this file are in AGENTS\.md/ }],
    },
    {
      name: 'a file of a folder that repeats the one above',
      files: { [AGENTS]: TEXT, 'src/api/AGENTS.md': `# The API\n\n${ORDERS.join('\n\n')}\n` },
      expect: [{ path: 'src/api/AGENTS.md', line: 3, severity: 'info' }],
    },
    {
      name: 'sentences that are in a file twice',
      files: { [AGENTS]: `${TEXT}\n## Again\n\n${ORDERS.join('\n\n')}\n` },
      expect: [
        {
          path: AGENTS,
          line: 9,
          severity: 'info',
          message: /^3 statements are in this file once more: about \d+ tokens each time that it is loaded$/,
        },
      ],
    },
  ],
})
