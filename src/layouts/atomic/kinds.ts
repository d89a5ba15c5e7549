import type { Kind } from '../../core/kind.ts'
import type { History } from '../../core/settings.ts'
import { schemas } from './front-matter.ts'
import { readItem } from './read-item.ts'

type Category = {
  readonly id: keyof typeof schemas
  readonly summary: string
  readonly history: History
  /** The fields that only this kind has. */
  readonly own: readonly string[]
}

/** Whatever a kind promises of its items' lives, an id stays: other items refer to it. */
const LIVES: readonly string[] = ['goal', 'task']

const kind = ({ id, summary, history, own }: Category): Kind => {
  const changeable = ['title', 'body', 'file', 'created', 'tags', ...own, 'other', 'comments']
  return {
    id,
    summary,
    paths: `memory/${id}s/*.md, memory/${id}s/archive/*.md`,
    format: 'markdown',
    frontMatter: 'required',
    schema: schemas[id],
    history,
    fields: ['id', ...changeable],
    ...(LIVES.includes(id) && { editable: changeable }),
    signature: ({ frontMatter }) => frontMatter !== null && Object.hasOwn(frontMatter.fields, 'id'),
    read: readItem,
  }
}

/** The classes of document in the atomic layout: each file is one item. */
export const kinds: readonly Kind[] = [
  kind({
    id: 'fact',
    summary: 'One long-term truth: a preference, a piece of context, a relationship.',
    history: 'free',
    own: ['confidence', 'source'],
  }),
  kind({
    id: 'decision',
    summary: 'One locked choice; it is never edited, renamed or deleted, only superseded.',
    history: 'immutable',
    own: ['supersedes', 'rationale'],
  }),
  kind({
    id: 'goal',
    summary: 'One objective; it may be refined, achieved or abandoned, and is not removed.',
    history: 'append-only',
    own: ['priority', 'status', 'reopened'],
  }),
  kind({
    id: 'task',
    summary: 'One thing to do; its status moves forward only, and it is archived, not deleted.',
    history: 'append-only',
    own: ['status', 'assignee', 'deadline'],
  }),
  kind({
    id: 'reflection',
    summary: 'One subjective observation; it is never edited or deleted.',
    history: 'append-only',
    own: ['context'],
  }),
]
