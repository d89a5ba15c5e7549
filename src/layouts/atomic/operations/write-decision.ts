import type { ItemAt } from '../../../core/changes/item-changes.ts'
import type { Memory } from '../../../core/document.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import { closedObject, type Operation, type Refusal } from '../../../core/operation.ts'
import { nearest } from '../../../formats/names.ts'
import { supersession } from '../lifecycle.ts'
import { planNewItem } from './items/new-item.ts'
import {
  contentSchema,
  dryRunSchema,
  RULE,
  rationaleSchema,
  supersedesSchema,
  tagsSchema,
  textOf,
  titleSchema,
  writtenSchema,
} from './items/schemas.ts'

/** Records a locked choice. */
export const writeDecision: Operation = {
  name: 'write_decision',
  title: 'Write a decision',
  description: `Records one locked architectural or behavioural choice. Decisions are immutable: never edited, moved or deleted. To change one, write a new one with its id in \`supersedes\`; the old file stays as it is. ${RULE} Example: {"title": "The job queue runs in Postgres", "content": "SKIP LOCKED serves the jobs.", "rationale": "One store to back up", "supersedes": "dec-20260112-q3f7ab"}. Search first: a decision in force of the same title needs \`supersedes\`, or \`allow_duplicate\`.`,
  input: closedObject(['title', 'content'], {
    title: titleSchema,
    content: contentSchema,
    tags: tagsSchema,
    supersedes: supersedesSchema,
    rationale: rationaleSchema,
    allow_duplicate: {
      type: 'boolean',
      default: false,
      description: 'Saves a decision although one in force has its title.',
    },
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic write-decision',
    summary: 'record a locked choice; it is never edited, only superseded',
    examples: [
      "memkeep atomic write-decision --title 'The queue runs in Postgres' --supersedes dec-20260112-q3f7ab < why.md",
    ],
  },
  wants: () => [],
  plan: (input) => {
    const { args, memory } = input
    const old = textOf(args.supersedes)?.trim() || null
    const replaced = old === null ? null : findReplaced(old, memory)
    return planNewItem(input, {
      kind: 'decision',
      own: ['supersedes', 'rationale'],
      ...(replaced &&
        ('refusal' in replaced ? { fault: replaced } : { data: { supersedes: described(replaced) } })),
      refuseTitled: (id, path) =>
        args.allow_duplicate === true || id === old ? null : refuseTitle(id, path),
    })
  },
}

function described({ item, document }: ItemAt): {
  readonly id: string
  readonly title: string
  readonly path: string
} {
  return { id: item.id ?? '', title: item.title, path: document.path }
}

/** The decision that is replaced: it exists, and it is in force. */
function findReplaced(id: string, memory: Memory): ItemAt | Refusal {
  const { decisions, successors } = supersession(memory)
  const found = decisions.get(id)
  if (!found) return refuseMissing(id, memory, [...decisions.keys()])
  const [successor] = successors.get(id) ?? []
  if (!successor) return found
  const head = headOf(successor, successors)
  return {
    refusal: `${safeText(id)} is superseded already, by ${name(successor)}`,
    help:
      head.item.id === undefined || successors.has(head.item.id)
        ? 'Decisions supersede each other in a circle: fix that first, `memkeep check` names them.'
        : `Supersede the one in force instead: give ${safeText(head.item.id)} as \`supersedes\`.`,
  }
}

function refuseMissing(id: string, { documents }: Memory, ids: readonly string[]): Refusal {
  const other = documents.find(({ items }) => items.some((item) => item.id === id))
  if (other) {
    return {
      refusal: `${safeText(id)} is a ${other.kind}, not a decision`,
      help: 'Only decisions are superseded: give the id of one as `supersedes`, or leave it out.',
    }
  }
  const meant = nearest(id, ids)
  const guess = meant === undefined ? '' : `Did you mean ${safeText(meant)}? `
  return {
    refusal: `No decision that can be read has the id ${safeText(id)}`,
    help: `${guess}Give an id that search_memory finds as \`supersedes\`, or leave it out.`,
  }
}

/** The decision at the end of the chain, which is in force; in a circle some decision of it. */
function headOf(first: ItemAt, successors: ReadonlyMap<string, readonly ItemAt[]>): ItemAt {
  const seen = new Set<ItemAt>()
  let at = first
  while (!seen.has(at)) {
    seen.add(at)
    const [next] = successors.get(at.item.id ?? '') ?? []
    if (!next) return at
    at = next
  }
  return at
}

function name({ item, document }: ItemAt): string {
  return `${safeText(item.id ?? '')} "${safeText(item.title)}" (${safePath(document.path)})`
}

function refuseTitle(id: string, path: string): Refusal {
  return {
    refusal: `A decision in force has this title and another text: ${safeText(id)} (${safePath(path)})`,
    help: `Read it first. To replace it give ${safeText(id)} as \`supersedes\`; to keep both give another title, or \`allow_duplicate: true\`.`,
  }
}
