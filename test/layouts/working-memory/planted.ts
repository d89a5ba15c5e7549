import type { PlantedLayout } from '../../helpers/planted.ts'
import { cleanWorkingMemory, LOG, STATE, T2, UPDATE, UPDATED } from './task-files.ts'

export const clean: PlantedLayout['clean'] = cleanWorkingMemory

const ROOT = '.working-memory'

/** One violation per rule of this layout, and of the shared rules that its kinds rest on. */
export const planted: PlantedLayout['planted'] = {
  'update-syntax': {
    path: UPDATE,
    replace: '- because the failing test needs it: ',
    by: '- ',
    at: '- The clock',
  },
  'update-ids': { path: UPDATE, replace: 'KL-1', by: 'KL-7', at: 'KL-7' },
  'task-ids': {
    path: STATE,
    replace: 'verbatim_context:\n',
    by: `${second('KL-2', 'lease')}verbatim_context:\n`,
    at: 18,
  },
  'update-limits': {
    path: UPDATE,
    replace: '- write a failing test',
    by: `- write a ${'very '.repeat(20)}long test`,
    at: '- write a very',
  },
  'task-times': {
    path: STATE,
    replace: `updated: ${UPDATED}`,
    by: 'updated: 2026-04-02T09:59:00Z',
    at: 'updated',
  },
  'task-reason': { path: STATE, replace: '    reason: the failing test needs it\n', by: '', at: 'id: KL-2' },
  'insight-line': {
    path: STATE,
    replace: 'insight: The clock of the tests stands still unless it is moved.',
    by: 'insight: |\n      The clock of the tests\n      stands still.',
    at: 'insight: |',
  },
  'state-missing': { path: `${ROOT}/gone/log.md`, file: '# Log\n', at: 1 },
  'log-state': {
    path: LOG,
    replace: '+ KL-2 because',
    by: '+ KL-3 because x: y\n+ KL-2 because',
    at: '+ KL-3',
  },
  'archived-ids': {
    path: `${ROOT}/lost-retries/archived-001.yaml`,
    file: `key_learnings:\n${second('KL-1', 'trace')}    archived: { at: ${T2}, reason: it is gone }\nverbatim_context: []\n`,
    at: 'id: KL-1',
  },
  'task-history': {
    path: STATE,
    replace: `at: ${T2}\n      reason: the trace had two`,
    by: `at: ${T2}\n      reason: the trace had three`,
    at: 'id: KL-1',
    change: true,
  },
  schema: {
    path: STATE,
    replace: 'in_progress: [write a failing test]',
    by: 'in_progress: []',
    at: 'in_progress',
  },
  syntax: { path: STATE, replace: 'remaining: []', by: 'remaining: [', at: 'key_learnings' },
  history: {
    path: STATE,
    replace: '        lease: 30s',
    by: '        lease: 60s',
    at: 'id: VC-1',
    change: true,
  },
  'no-conflict-marker': {
    path: `${ROOT}/lost-retries/001.dsl`,
    replace: '      queue:\n        lease: 30s',
    by: '      queue:\n<<<<<<< HEAD\n        lease: 30s',
    at: '<<<<<<<',
  },
  'date-future': {
    path: STATE,
    replace: `at: ${T2}`,
    by: 'at: 2026-08-02T10:00:00Z',
    at: 'at: 2026-08',
  },
}

/** One more learning, under an id that may be another one's. */
function second(id: string, word: string): string {
  return [
    `  - id: ${id}`,
    `    insight: Another ${word}.`,
    '    reason: it is so',
    `    added: ${T2}`,
    '',
  ].join('\n')
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'learning, snippet, update',
  living: 'learning, snippet',
  dated: 'learning, snippet',
}
