import { type ItemAt, itemsIn } from '../../core/changes/item-changes.ts'
import type { Memory } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Layout } from '../../core/layout.ts'
import { type LayoutOverview, type PlanState, type SetAside, tallies } from '../../core/memory-overview.ts'
import type { History } from '../../core/settings.ts'
import type { Kind } from '../../core/source.ts'
import { atomicPaths } from './claim.ts'
import {
  GOAL_STATUSES,
  GOAL_WORDS,
  isArchived,
  statusOf,
  supersession,
  TASK_STATUSES,
  TASK_WORDS,
} from './lifecycle.ts'
import { readItem } from './read-item.ts'
import { rules } from './rules/index.ts'

/** A field that is not given may also be there without a value: writers store their `None` as `null`. */
const optional = (
  type: string | readonly string[],
  description: string,
  more: JsonObject = {},
): JsonObject => ({
  type: [type, 'null'].flat(),
  description,
  ...more,
})

const text = (description: string): JsonObject => optional('string', description, { minLength: 1 })

const status = (
  choices: readonly string[],
  words: { readonly [word: string]: string },
  description: string,
): JsonObject => ({ type: 'string', enum: choices, 'x-synonyms': words, description })

type Fields = { readonly [field: string]: JsonObject }

const COMMON: Fields = {
  id: {
    type: 'string',
    pattern: '^\\S+$',
    description: 'A name without spaces that no other item of the memory has.',
  },
  title: { type: 'string', minLength: 1, description: 'What the item is about, in one line.' },
  created: { type: 'string', format: 'date', description: 'The day it was written.' },
  tags: optional('array', 'Words to filter by.', { items: { type: 'string', minLength: 1 } }),
}

const DEADLINE = 'a calendar date YYYY-MM-DD, or one with a time'

/** A day with a time; the zone may be left out. */
const DAY_AND_TIME =
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.,]\\d+)?)?( ?([Zz]|[+-]([01]\\d|2[0-3]):?([0-5]\\d)?))?$'

/** The fields that only this kind has, each with its schema; fields that no kind names are kept and not reported. */
const OWN: { readonly [kind in 'fact' | 'decision' | 'goal' | 'task' | 'reflection']: Fields } = {
  fact: {
    confidence: optional('number', 'How sure it is, from 0 to 1.', { minimum: 0, maximum: 1 }),
    source: text('Who or what said so.'),
  },
  decision: {
    supersedes: optional(
      ['string', 'array'],
      'The id of the decision that this one replaces, or a list of ids.',
      {
        minLength: 1,
        items: { type: 'string', minLength: 1 },
      },
    ),
    rationale: text('Why it was decided, in a sentence.'),
  },
  goal: {
    priority: optional(['string', 'integer'], 'How much it matters.'),
    status: status(GOAL_STATUSES, GOAL_WORDS, 'Whether it is still pursued; active when it is not given.'),
    reopened: text('Why a goal that was achieved or abandoned is pursued again.'),
    ended_reason: text('Why a goal was abandoned, or counts as achieved.'),
  },
  task: {
    status: status(TASK_STATUSES, TASK_WORDS, 'How far the task has come; todo when it is not given.'),
    assignee: text('Who does it.'),
    deadline: optional('string', 'The day, or the instant, by which it is to be done.', {
      anyOf: [{ format: 'date' }, { pattern: DAY_AND_TIME }],
      'x-form': DEADLINE,
    }),
  },
  reflection: { context: text('What it was about, or where it was observed.') },
}

type Category = {
  readonly id: keyof typeof OWN
  readonly summary: string
  readonly history: History
}

/** Whatever a kind promises of its items' lives, an id stays: other items refer to it. */
const LIVES: readonly string[] = ['goal', 'task']

/** What holds until it is over, and what `memkeep atomic archive` moves. */
const LIVING: readonly string[] = ['fact', ...LIVES]

const kind = ({ id, summary, history }: Category): Kind => {
  const own = OWN[id]
  const changeable = ['title', 'body', 'file', 'created', 'tags', ...Object.keys(own), 'other', 'comments']
  return {
    id,
    summary,
    paths: `memory/${id}s/*.md, memory/${id}s/archive/*.md`,
    format: 'markdown',
    frontMatter: 'required',
    schema: {
      type: 'object',
      required: ['id', 'title', 'created'],
      properties: { ...COMMON, ...own },
    },
    history,
    fields: ['id', ...changeable],
    ...(id === 'decision' && { setsOthersAside: true }),
    ...(LIVES.includes(id) && { editable: changeable }),
    ...(LIVING.includes(id) && { living: true, archiveWith: 'memkeep atomic archive' }),
    signature: ({ frontMatter }) => frontMatter !== null && Object.hasOwn(frontMatter.fields, 'id'),
    read: readItem,
  }
}

/** The classes of document in the atomic layout: each file is one item. */
const kinds: readonly Kind[] = [
  kind({
    id: 'fact',
    summary: 'One long-term truth: a preference, a piece of context, a relationship.',
    history: 'free',
  }),
  kind({
    id: 'decision',
    summary: 'One locked choice; it is never edited, renamed or deleted, only superseded.',
    history: 'immutable',
  }),
  kind({
    id: 'goal',
    summary: 'One objective; it may be refined, achieved or abandoned, and is not removed.',
    history: 'append-only',
  }),
  kind({
    id: 'task',
    summary: 'One thing to do; its status moves forward only, and it is archived, not deleted.',
    history: 'append-only',
  }),
  kind({
    id: 'reflection',
    summary: 'One subjective observation; it is never edited or deleted.',
    history: 'append-only',
  }),
]

/** Memory by category, one item a file: facts, decisions, goals, tasks, reflections. */
export const atomic: Layout = {
  ...atomicPaths,
  summary:
    'Facts, decisions, goals, tasks and reflections, one item a file, each category with its own life cycle.',
  kinds,
  rules,
  reports: { overview, setAside },
}

/**
 * Goals and tasks as plans, since both have a status and a day; the categories are those of the folders. Nothing of it is
 * bound to load into a conversation, and no log grows.
 */
function overview(memory: Memory): Partial<LayoutOverview> {
  const all = itemsIn(memory.documents)
  const planned = all.filter(({ item }) => item.kind === 'goal' || item.kind === 'task')
  return {
    plans: planned.map(stateOf),
    categories: tallies(all.map(({ item }) => item.kind)),
  }
}

/** Decisions that another one names in `supersedes`, and what lies in an archive. */
export function setAside(memory: Memory): SetAside {
  const { decisions, successors } = supersession(memory)
  const named = [...successors].flatMap(([id, by]) => {
    const item = decisions.get(id)?.item
    return item ? [[item, by.flatMap((at) => at.item.id ?? at.document.path)] as const] : []
  })
  const archived = itemsIn(memory.documents).filter(({ document }) => isArchived(document))
  return {
    superseded: new Set(named.map(([item]) => item)),
    successors: new Map(named),
    archived: new Set(archived.map(({ item }) => item)),
  }
}

function stateOf({ item, document }: ItemAt): PlanState {
  return {
    path: document.path,
    part: '',
    name: item.title,
    status: statusOf({ item }),
    created: item.date?.slice(0, 'YYYY-MM-DD'.length) ?? null,
  }
}
