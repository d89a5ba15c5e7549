import type { PlantedLayout } from '../../helpers/planted.ts'

const INDEX = '.claude/memory/MEMORY.md'

/** An index of two topic files. */
export const clean: PlantedLayout['clean'] = {
  [INDEX]: `# Memory

- [Deploys](deploys.md): they go through the queue
- [Time zones](time-zones.md): tests run in UTC
`,
  '.claude/memory/deploys.md': `---
name: Deploys
description: how a release gets to production
type: project
---

A release waits in the queue until the one before it is healthy.
`,
  '.claude/memory/time-zones.md': '# Time zones\n\nTests run in UTC, and the server does not.\n',
}

/** One violation per rule of this layout. */
export const planted: PlantedLayout['planted'] = {
  'memory-row': {
    path: INDEX,
    replace: '- [Time zones]',
    by: '- [Ports](ports.md): which are taken\n- [Time zones]',
    at: '[Ports](ports.md)',
  },
  'memory-topic': { path: '.claude/memory/ports.md', file: '# Ports\n\n5432 is taken.\n', at: 1 },
  'memory-cut': {
    path: INDEX,
    replace: '# Memory\n',
    by: `# Memory\n${'\nA remark.\n'.repeat(100)}`,
    at: 201,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'topic',
  living: 'topic',
  dated: '',
}
