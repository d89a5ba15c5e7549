import type { ItemAt } from '../../core/changes/item-changes.ts'
import { isCalendarDate } from '../../core/date.ts'
import { textList } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import { type LayoutOverview, type PlanState, type SetAside, tallies } from '../../core/memory-overview.ts'
import { atomicRoot, atomicSettingsSchema, claim, isArchived } from './claim.ts'
import { kinds } from './kinds.ts'
import { statusOf, supersession } from './lifecycle.ts'
import { rules } from './rules/index.ts'

/** Memory by category, one item a file: facts, decisions, goals, tasks, reflections. */
export const atomic: Layout = {
  id: 'atomic',
  summary:
    'Facts, decisions, goals, tasks and reflections, one item a file, each category with its own life cycle.',
  kinds,
  rules,
  settings: atomicSettingsSchema,
  signature: '`id` in the front matter of a file',
  roots: (settings) => [atomicRoot(settings)],
  ownRoots: (settings) => [atomicRoot(settings)],
  claim,
  setAside,
  overview,
}

/**
 * Goals and tasks as plans, since both have a status and a day; tags; the categories are those of the folders. Nothing of
 * it is bound to load into a conversation, and no log grows.
 */
export function overview(memory: Memory): LayoutOverview {
  const all = itemsOf(memory)
  const planned = all.filter(({ item }) => item.kind === 'goal' || item.kind === 'task')
  return {
    budgets: [],
    logs: [],
    plans: planned.map(stateOf),
    tags: tallies(all.flatMap(({ item }) => textList(item.fields.tags))),
    categories: tallies(all.map(({ item }) => item.kind)),
  }
}

/** Decisions that another one names in `supersedes`, and what lies in an archive. */
export function setAside(memory: Memory): SetAside {
  const { decisions, successors } = supersession(memory)
  const superseded = [...successors.keys()].flatMap((id) => decisions.get(id)?.item ?? [])
  const archived = itemsOf(memory).filter(({ document }) => isArchived(document))
  return { superseded: new Set(superseded), archived: new Set(archived.map(({ item }) => item)) }
}

function itemsOf({ documents }: Memory): ItemAt[] {
  return documents.flatMap((document) => document.items.map((item) => ({ item, document })))
}

function stateOf({ item, document }: ItemAt): PlanState {
  const { created } = item.fields
  return {
    path: document.path,
    part: '',
    name: item.title,
    status: statusOf({ item }),
    created: typeof created === 'string' && isCalendarDate(created) ? created : null,
  }
}
