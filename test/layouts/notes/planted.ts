import type { PlantedLayout } from '../../helpers/planted.ts'

const SKILL = '.claude/skills/deploys/SKILL.md'
const PAGE = '.claude/skills/deploys/references/rollback.md'
const NOTE = 'docs/solutions/queue/locked-rows.md'

const LOCKS =
  'Two workers took the same row, since the lock was taken after the read. Take it first, and let the row wait for the next worker where it is taken.'

/** A skill with a page, a subagent, a command, and two notes. */
export const clean: PlantedLayout['clean'] = {
  [SKILL]: `---
name: deploys
description: Deploys the shop. Use it when somebody asks for a release.
---

# Deploys

The script waits for the migration. To go back, read references/rollback.md.
`,
  [PAGE]: '# Rollback\n\nThe last image starts again, and the schema stays.\n',
  '.claude/agents/reviewer.md':
    '---\nname: reviewer\ndescription: Reads a change before it is merged.\n---\n\nLook at the tests first.\n',
  '.claude/commands/release.md': '---\ndescription: Starts a release.\n---\n\nDeploy what is on main.\n',
  '.squad/agents/ripley/history.md': '# Ripley\n\nThe importer wants dates in the order of the bank.\n',
  [NOTE]: `# Locked rows\n\n${LOCKS}\n`,
}

/** One violation per rule of this layout. */
export const planted: PlantedLayout['planted'] = {
  'skill-front-matter': { path: SKILL, replace: 'description:', by: 'desciption:', at: 'desciption' },
  'skill-orphan': { path: SKILL, replace: 'references/rollback.md', by: 'the notes', at: 1, reported: PAGE },
  'skill-reference': {
    path: PAGE,
    replace: 'The last image',
    by: 'Run `scripts/back.sh`: the last image',
    at: 'scripts/back.sh',
  },
  'skill-vendored': { path: '.claude/skills/deploys/LICENSE.txt', file: 'MIT\n', at: 1, reported: SKILL },
  'note-duplicate': { path: 'docs/solutions/workers.md', file: `# Workers\n\n${LOCKS}\n`, at: 1 },
  'note-growth': {
    path: 'docs/solutions/long.md',
    file: `# Long\n\n${'One more line.\n'.repeat(600)}`,
    at: 1,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'agent-command, note, skill, subagent',
  living: 'agent-command, note, skill, subagent',
  dated: '',
}
