import type { PlantedLayout } from '../../helpers/planted.ts'

const RULE = '.claude/rules/migrations.md'

const TESTS = `Every test says what it proves, needs no network, and runs by itself in any order.

- A test takes 2 seconds at most.
- A clock is given to what needs one.
- Files are written below a folder of the test.
- What is random has a seed.
- A fixture has no name of a person.
`

const LONG = [
  'An order that was paid is never changed, and a refund is an order of its own with a negative amount.',
  'Amounts are integers in the smallest unit of the currency, and the currency is always next to the amount.',
  'The price of a line is the one at the time of the order, and no later price of the shop changes it.',
].join('\n')

/** Instructions for three agents, without a finding. */
export const clean: PlantedLayout['clean'] = {
  'AGENTS.md': '# Shop\n\nOrders and payments. Amounts are integers.\n',
  'pnpm-lock.yaml': '',
  Makefile: 'image:\n\tdocker build .\n',
  'CLAUDE.md': '@AGENTS.md\n\nAsk before you change a migration.\n',
  'src/api/AGENTS.md': '# The API\n\nEvery route has a schema, as in `list-orders.ts`.\n',
  'src/api/CLAUDE.md': '@AGENTS.md\n',
  'src/api/pay.ts': 'export const pay = {}\n',
  'src/api/list-orders.ts': 'export const route = {}\n',
  'GEMINI.md': { link: 'AGENTS.md' },
  [RULE]: '---\npaths:\n  - "src/**/*.ts"\n---\n\nA migration is never edited.\n',
  '.claude/rules/tests.md': TESTS,
  '.windsurf/rules/money.md':
    'Money is counted in the smallest unit of its currency, rounds half to even, and is never a number with a fraction.\n',
  '.windsurf/rules/tests.md': TESTS,
  '.kiro/steering/tech.md':
    '---\ninclusion: always\n---\n\nTypeScript and Postgres. `make image` builds the image.\n',
}

/** One violation per rule of this layout. */
export const planted: PlantedLayout['planted'] = {
  'load-limit': {
    path: 'src/api/AGENTS.md',
    replace: '# The API\n',
    by: `# The API\n\n${`${'Every amount is an integer. '.repeat(40)}\n\n`.repeat(30)}## Tests\n`,
    at: '## Tests',
  },
  'import-resolves': { path: 'CLAUDE.md', replace: '@AGENTS.md', by: '@AGENT.md', at: '@AGENT.md' },
  'instruction-unseen': { path: 'CLAUDE.md', file: 'See AGENTS.md.\n', at: 1 },
  'glob-matches': { path: RULE, replace: 'src/**', by: 'source/**', at: 'source/**' },
  'agent-front-matter': {
    path: '.kiro/steering/tech.md',
    replace: 'always',
    by: 'often',
    at: 'inclusion: often',
  },
  'copies-equal': {
    path: 'CLAUDE.md',
    file: '# Shop\n\nOrders and payments. Amounts are integers.\n\nAsk.\n',
    at: 1,
  },
  'copies-drift': {
    path: '.windsurf/rules/tests.md',
    replace: 'in any order',
    by: 'in one order',
    at: 1,
    change: true,
  },
  'citation-gone': {
    path: 'src/api/list-orders.ts',
    file: null,
    reported: 'src/api/AGENTS.md',
    at: 'list-orders',
    change: true,
  },
  'citation-changed': {
    path: 'Makefile',
    replace: 'image:',
    by: 'picture:',
    reported: '.kiro/steering/tech.md',
    at: 'make image',
    change: true,
  },
  'statement-conflict': {
    path: '.claude/rules/tests.md',
    replace: 'Every test',
    by: 'Install with `npm`: Use npm.\n\nEvery test',
    at: 'Use npm',
  },
  'statement-repeated': {
    path: 'src/api/AGENTS.md',
    file: `# The API\n\n${LONG}\n\n## Orders\n\n${LONG}\n`,
    at: 9,
  },
  'statement-drifted': {
    path: '.windsurf/rules/tests.md',
    replace: '2 seconds',
    by: '20 seconds',
    at: '20 seconds',
  },
  'instruction-link': { path: 'GEMINI.md', file: { link: 'AGENT.md' }, at: 1 },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: '',
  living: '',
  dated: '',
}
