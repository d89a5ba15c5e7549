import type { ItemAt } from '../../../core/changes/item-changes.ts'
import type { Memory } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { compareText } from '../../../core/text.ts'
import { headsOf, type Supersession, supersedesOf, supersession } from '../lifecycle.ts'
import { rememberedPlace } from '../read-item.ts'

/** What a decision replaces is another decision, which nothing else replaces. */
export const supersedes: MemoryRule = {
  id: 'supersedes',
  summary: 'A superseded decision exists, one decision in force comes of it, and not in a circle.',
  why: 'Which decisions hold is worked out from `supersedes` alone, because a decision is never edited: it is superseded when another one names its id, and holds otherwise. A wrong id leaves two decisions in force that contradict each other; a circle leaves none.',
  howToFix:
    'Write the id of the decision that is replaced. Where two branches replaced the same one, a third decision names both in `supersedes: [ID, ID]`.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# decisions/queue-in-redis.md\nid: dec-0009\nsupersedes: dec-0070\n\n# there is no dec-0070\n',
    good: '# decisions/queue-in-redis.md\nid: dec-0009\nsupersedes: dec-0007\n\n# decisions/queue-in-postgres.md stays as it is\nid: dec-0007\n',
  },
  kinds: ['decision'],
  subject: 'memory',
  check: (memory, report) => {
    const known = supersession(memory)
    for (const [target, successors] of known.successors) {
      const [first, ...others] = successors
      for (const at of successors) {
        const message = targetFault(target, at, { known, memory })
        if (message) report(at.document.path, found(at, message))
      }
      if (!first || others.length === 0) continue
      const heads = headsOf(first, known)
      for (const at of others) {
        // A later decision may join both.
        const isJoined = [...headsOf(at, known)].every((head) => heads.has(head))
        if (!isJoined)
          report(at.document.path, found(at, secondSuccessor(target, first, { heads, at, known })))
      }
    }
    for (const circle of circlesIn(known)) {
      const [first] = circle
      if (first) report(first.document.path, found(first, circleFault(circle)))
    }
  },
}

type Fault = { readonly message: string; readonly help: string }

function found(at: ItemAt, fault: Fault): Found {
  return { place: rememberedPlace(at.document, 'supersedes'), ...fault }
}

function targetFault(
  target: string,
  { item }: ItemAt,
  { known, memory }: { known: Supersession; memory: Memory },
): Fault | null {
  if (target === item.id) {
    return {
      message: `Decision ${target} supersedes itself instead of an older one`,
      help: 'Write the id of the decision that it replaces, or delete the line.',
    }
  }
  if (known.decisions.has(target)) return null
  const other = itemWithId(target, memory)
  if (other) {
    return {
      message: `\`supersedes\` names ${target}, which is a ${other.item.kind}, not a decision`,
      help: `Only decisions are superseded: ${other.document.path} may be changed as its own kind allows.`,
    }
  }
  // What a file that cannot be read holds is not known, and the file is reported itself.
  if (memory.documents.some(({ kind, items }) => kind === 'decision' && items.length === 0)) return null
  return {
    message: `\`supersedes\` names ${target}, but no decision has that id`,
    help: 'Correct the id; a decision is never deleted, so `git log` finds one that is gone.',
  }
}

function itemWithId(id: string, { documents }: Memory): ItemAt | null {
  for (const document of documents) {
    const item = document.items.find((one) => one.id === id)
    if (item) return { item, document }
  }
  return null
}

function secondSuccessor(
  target: string,
  { item, document }: ItemAt,
  { heads, at, known }: { heads: ReadonlySet<ItemAt>; at: ItemAt; known: Supersession },
): Fault {
  const ids = [...new Set([...heads, ...headsOf(at, known)])].map(
    (head) => head.item.id ?? head.document.path,
  )
  return {
    message: `A second decision supersedes ${target}: "${item.title}" does already`,
    help: `Supersede ${item.id ?? document.path} instead, where this one replaces it. Where each comes from a branch of its own: record a third one that says what holds now, with \`supersedes: [${ids.join(', ')}]\`; the files of both stay as they are.`,
  }
}

function circleFault(circle: readonly ItemAt[]): Fault {
  const ids = [...circle, ...circle.slice(0, 1)].map(({ item }) => item.id)
  return {
    message: `Decisions supersede each other in a circle: ${ids.join(' → ')}`,
    help: 'Take `supersedes` out of the oldest of them: otherwise none of them holds.',
  }
}

/** Each circle of two or more once, from the decision that comes first in order of paths. */
function circlesIn({ decisions }: Supersession): ItemAt[][] {
  const done = new Set<ItemAt>()
  const circles: ItemAt[][] = []
  for (const start of decisions.values()) {
    const way: { readonly at: ItemAt; readonly left: string[] }[] = []
    const enter = (at: ItemAt | undefined): void => {
      const from = way.findIndex((step) => step.at === at)
      const circle = from < 0 ? [] : way.slice(from).map((step) => step.at)
      if (circle.length > 1) circles.push(fromFirst(circle))
      if (!at || done.has(at)) return
      done.add(at)
      way.push({ at, left: [...supersedesOf(at)] })
    }
    enter(start)
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const target = step.left.shift()
      if (target === undefined) way.pop()
      else enter(decisions.get(target))
    }
  }
  return circles
}

function fromFirst(circle: readonly ItemAt[]): ItemAt[] {
  const paths = circle.map(({ document }) => document.path)
  const first = paths.indexOf([...paths].sort(compareText)[0] ?? '')
  return [...circle.slice(first), ...circle.slice(0, first)]
}
