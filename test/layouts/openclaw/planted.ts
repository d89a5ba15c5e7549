import type { PlantedLayout } from '../../helpers/planted.ts'

const DAY = 'memory/2026-02-08.md'

/** The workspace of an agent, with the notes of a day. */
export const clean: PlantedLayout['clean'] = {
  'SOUL.md': '# Who you are\n\nYou are calm, and you say what you do not know.\n',
  'IDENTITY.md': '# Identity\n\n- **Name:** Wren\n',
  'USER.md': '# The person\n\nGets up late; answers in the evening.\n',
  'MEMORY.md': '# What stays\n\n- Invoices go out on Mondays.\n',
  [DAY]:
    '# 2026-02-08\n\n## The printer\n\nIt wants to be switched off twice.\n\n## The mails\n\nAll are answered.\n',
}

/** One violation per rule of this layout, and of the shared rules that its kinds rest on. */
export const planted: PlantedLayout['planted'] = {
  'openclaw-cut': {
    path: 'USER.md',
    replace: 'Gets up late',
    by: `${'## A day\n\nIt rained.\n\n'.repeat(200)}Gets up late`,
    at: 543,
  },
  'openclaw-conflict': {
    path: 'USER.md',
    replace: 'Gets up late',
    by: 'Never send invoices by post to customers.\n\nAlways send invoices by post to customers.\n\nGets up late',
    at: 5,
  },
  'openclaw-repeated': {
    path: 'USER.md',
    replace: 'Gets up late',
    by: `${'Invoices go out on Mondays, reminders on Fridays, and never anything in August.\n\n'.repeat(2)}Gets up late`,
    at: 5,
  },
  'openclaw-day': { path: 'memory/2026-02-30.md', file: '# A day\n\nText.\n', at: 1 },
  'item-lost': {
    path: DAY,
    replace: '\n## The printer\n\nIt wants to be switched off twice.\n',
    by: '',
    at: 2,
    change: true,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'note',
  living: '',
  dated: '',
}
