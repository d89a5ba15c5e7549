import type { ItemAt } from '../../../core/changes/item-changes.ts'
import type { Memory } from '../../../core/document.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import { defineOperation, type Refusal } from '../../../core/operation.ts'
import { closedObject, flag } from '../../../core/schema.ts'
import { nearest } from '../../../formats/names.ts'
import { didYouMean, refuse } from '../../../stores/answer.ts'
import { headsOf, supersession } from '../lifecycle.ts'
import { planNewItem } from './items/new-item.ts'
import { dryRun, ITEM, OWN, RULE, type Written, written } from './items/schemas.ts'

/** Records a locked choice. */
export const writeDecision = defineOperation({
  name: 'write_decision',
  title: 'Write a decision',
  description: `Records one locked choice. It is never edited or removed: a new one \`supersedes\` it. ${RULE} Search first.`,
  details:
    'Example: {"title": "The job queue runs in Postgres", "content": "SKIP LOCKED serves the jobs.", "rationale": "One store to back up", "supersedes": "dec-20260112-q3f7ab"}.',
  input: closedObject(['title', 'content'], {
    ...ITEM,
    supersedes: OWN.supersedes,
    rationale: OWN.rationale,
    allow_duplicate: flag('Write it although one in force has its title.', { default: false }),
    dry_run: dryRun,
  }),
  output: written,
  everyday: true,
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
    const { supersedes, rationale } = args
    const old = (supersedes ?? '').split(',').flatMap((id) => id.trim() || [])
    const found = old.map((id) => findReplaced(id, memory))
    const replaced = found.find((one) => 'refusal' in one) ?? found[0]
    return planNewItem(input, {
      kind: 'decision',
      own: { supersedes: old.length > 1 ? old : old[0], rationale },
      ...(replaced &&
        ('refusal' in replaced ? { fault: replaced } : { more: { supersedes: described(replaced) } })),
      refuseTitled: ({ item, document }) => {
        const id = item.id ?? ''
        if (args.allow_duplicate || old.includes(id)) return null
        return refuse(
          `A decision in force has this title and another text: ${safeText(id)} (${safePath(document.path)})`,
          `Read it first. To replace it give ${safeText(id)} as \`supersedes\`; to keep both give another title, or \`allow_duplicate: true\`.`,
        )
      },
    })
  },
})

function described({ item, document }: ItemAt): Written['supersedes'] {
  return { id: item.id ?? '', title: item.title, path: document.path }
}

/** The decision that is replaced: it exists, and it is in force. */
function findReplaced(id: string, memory: Memory): ItemAt | Refusal {
  const { decisions, successors } = supersession(memory)
  const found = decisions.get(id)
  if (!found) return refuseMissing(id, memory, [...decisions.keys()])
  const [successor] = successors.get(id) ?? []
  if (!successor) return found
  const { item, document } = successor
  const heads = [...headsOf(found, { successors })].flatMap((head) => head.item.id ?? [])
  return refuse(
    `${safeText(id)} is superseded already, by ${safeText(item.id ?? '')} "${safeText(item.title)}" (${safePath(document.path)})`,
    heads.length === 0
      ? 'Decisions supersede each other in a circle: fix that first, `memkeep check` names them.'
      : `Supersede what is in force instead: give ${safeText(heads.join(', '))} as \`supersedes\`.`,
  )
}

function refuseMissing(id: string, { documents }: Memory, ids: readonly string[]): Refusal {
  const other = documents.find(({ items }) => items.some((item) => item.id === id))
  if (other) {
    return refuse(
      `${safeText(id)} is a ${other.kind}, not a decision`,
      'Only decisions are superseded: give the id of one as `supersedes`, or leave it out.',
    )
  }
  return refuse(
    `No decision that can be read has the id ${safeText(id)}`,
    `${didYouMean(nearest(id, ids))}Give an id that memory_search finds as \`supersedes\`, or leave it out.`,
  )
}
