import type { PlantedLayout } from '../../helpers/planted.ts'
import {
  CONTEXT,
  cleanCowork,
  DECISIONS,
  firstDecision,
  ITERATION,
  json,
  MEMORY,
  projectMemory,
  SESSION,
  secondDecision,
} from './clean-memory.ts'

export const clean = cleanCowork

const ofNoIteration = {
  ...secondDecision,
  id: 'dec-iter-9-1772366400',
  iteration_id: 'iter-9',
  created_at: '2026-03-01T12:00:00Z',
}

/** One violation per rule of the layout's own. */
export const planted: PlantedLayout['planted'] = {
  'project-item-id': {
    path: MEMORY,
    replace: '"iteration_id": "iter-3"',
    by: '"iteration_id": "iter-1"',
    at: 'dec-iter-3-1772362800',
  },
  'detail-row': {
    path: `${DECISIONS}/dec-iter-1-1.md`,
    file: '# A decision that is never found\n',
    at: 1,
  },
  'context-told': { path: CONTEXT, replace: 'TypeScript', by: 'Go', at: 1 },
  'iteration-known': {
    path: MEMORY,
    file: json({ ...projectMemory, decisions: [firstDecision, secondDecision, ofNoIteration] }),
    at: '"iteration_id": "iter-9"',
  },
  'iteration-name': {
    path: ITERATION,
    replace: '"iteration_id": "iter-3"',
    by: '"iteration_id": "iter-4"',
    at: 'iter-4',
  },
  'issue-resolved': {
    path: ITERATION,
    replace: '"resolved": true',
    by: '"resolved": false',
    at: 'resolved_at',
  },
  'utc-time': {
    path: ITERATION,
    replace: '2026-03-01T10:00:00Z',
    by: '2026-03-01 10:00',
    at: '2026-03-01 10:00',
  },
  'time-order': {
    path: ITERATION,
    replace: '2026-03-01T10:30:00+01:00',
    by: '2026-03-01T10:30:00+01:01',
    at: '+01:01',
  },
  'session-known': { path: SESSION, replace: 'iter-3', by: 'iter-4', at: 'iter-4' },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'decision, insight, issue, learning, notes, pattern',
  living: 'insight, issue, learning, pattern',
  dated: 'insight, issue, learning, pattern',
}
