import type { PlantedLayout } from '../../helpers/planted.ts'
import { ARCHIVED_TASK, cleanAtomic, DECISION, DROPPED_GOAL, FACT, item, TASK } from './items.ts'

export const clean: PlantedLayout['clean'] = cleanAtomic

/** One violation per rule of this layout, and of the shared rules that its history and ids rest on. */
export const planted: PlantedLayout['planted'] = {
  'item-body': {
    path: FACT,
    replace: 'Works in UTC+7 and answers before noon.',
    by: '# Time zone',
    at: 'title:',
  },
  'status-default': { path: TASK, replace: 'status: in_progress\n', by: '', at: 1 },
  'one-item': {
    path: FACT,
    replace: 'Works in UTC+7 and answers before noon.',
    by: `Works in UTC+7.\n\n${item({ id: 'fact-0002', title: 'Noon' })}`,
    at: 12,
  },
  supersedes: {
    path: DECISION,
    replace: 'supersedes: dec-0001',
    by: 'supersedes: dec-1000',
    at: 'supersedes',
  },
  'archive-finished': {
    path: 'memory/goals/archive/offline-kiosk.md',
    file: item({ id: 'goal-0003', title: 'An offline kiosk', status: 'active' }),
    at: 'status',
  },
  'task-forward': {
    path: TASK,
    replace: 'in_progress',
    by: 'todo',
    at: 'status',
    change: true,
  },
  'goal-final': { path: DROPPED_GOAL, replace: 'abandoned', by: 'active', at: 'status', change: true },
  schema: { path: ARCHIVED_TASK, replace: 'created: 2026-02-08', by: 'created: soon', at: 'created' },
  'id-unique': { path: FACT, replace: 'fact-0001', by: 'task-0001', at: 'id:', reported: TASK },
  unclaimed: { path: 'memory/tasks/renew.MD', file: '# Renew\n', at: 1 },
  'date-future': { path: FACT, replace: '2026-02-08', by: '2062-02-08', at: 'created' },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'decision, fact, goal, reflection, task',
  living: 'fact, goal, task',
  dated: 'fact, goal, task',
}
