import type { PlantedLayout } from '../../helpers/planted.ts'

const BRIEF = 'memory-bank/projectbrief.md'
const PRODUCT = 'memory-bank/productContext.md'

/** A whole memory bank, and a topic below it. */
export const clean: PlantedLayout['clean'] = {
  [BRIEF]: '# Brief\n\nA storefront.\n',
  [PRODUCT]: '# Product\n\nPeople buy without an account.\n',
  'memory-bank/activeContext.md': '# Now\n\nThe basket. See [progress](progress.md).\n',
  'memory-bank/systemPatterns.md': '# Patterns\n\nJobs are rows of a table.\n',
  'memory-bank/techContext.md': '# Tech\n\nNode and Postgres.\n',
  'memory-bank/progress.md': '# Progress\n\n- [x] basket\n- [ ] vouchers\n',
  'memory-bank/integrations/mail.md': '# Mail\n\nThe worker sends them.\n',
}

/** One violation per rule of this layout. */
export const planted: PlantedLayout['planted'] = {
  'bank-files': { path: BRIEF, file: null, at: 1, reported: 'memory-bank/activeContext.md' },
  'near-name': {
    path: 'memory-bank/systemPatterns-old.md',
    file: '# Patterns\n',
    at: 1,
    reported: 'memory-bank/systemPatterns.md',
  },
  'path-case': {
    path: 'memory-bank/SystemPatterns.md',
    file: '# Patterns\n',
    at: 1,
    reported: 'memory-bank/systemPatterns.md',
  },
  'file-lost': { path: 'memory-bank/integrations/mail.md', file: '# Mail\n', at: 1, change: true },
  'bank-size': {
    path: PRODUCT,
    file: `# Product\n\n${'People buy without an account.\n'.repeat(40)}`,
    settings: 'memory-bank: { lines: 50 }\n',
    at: 1,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'context',
  living: 'context',
  dated: '',
}
