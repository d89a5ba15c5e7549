import type { JsonObject } from '../../../../core/json.ts'
import { compareText } from '../../../../core/text.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'
import { yamlText } from '../../../../formats/yaml-text.ts'
import type { Choice } from './answer-data.ts'
import type { ContextPart } from './part.ts'
import { scopeDepth } from './scopes.ts'

/** What is packed: all parts in the order of the answer, how many tokens it may come to, and how an answer is made. */
type Packing = {
  readonly parts: readonly ContextPart[]
  readonly budget: number
  readonly assemble: (choice: Choice) => JsonObject
}

/**
 * Chooses what fits a budget of estimated tokens: what was asked for as a topic before the defaults, the scope's own
 * overview first, then the newest, of one day the innermost. Nothing is cut in two. What is left out is named by title,
 * in at most half of what the frame leaves; titles beyond that are counted. The answer is larger only where the frame and
 * the paths alone are.
 */
export function pack({ parts, budget, assemble }: Packing): Choice {
  const all: Choice = { kept: parts, leftOut: [], titled: 0 }
  if (costOf(assemble(all)) <= budget) return all
  const wanted = [...parts].sort(mostWantedFirst)
  const frame = costOf(assemble({ kept: [], leftOut: wanted, titled: 0 }))
  const names = Math.max(0, budget - frame) / 2
  const choiceOf = (chosen: ReadonlySet<ContextPart>): Choice => {
    const leftOut = wanted.filter((part) => !chosen.has(part))
    const kept = parts.filter((part) => chosen.has(part))
    return { kept, leftOut, titled: namesWithin(leftOut, names).size }
  }
  return chosenFrom({ parts: wanted, budget, choiceOf, costOfChoice: (choice) => costOf(assemble(choice)) })
}

type Choosing = {
  /** The most wanted first. */
  readonly parts: readonly ContextPart[]
  readonly budget: number
  readonly choiceOf: (chosen: ReadonlySet<ContextPart>) => Choice
  readonly costOfChoice: (choice: Choice) => number
}

/**
 * Takes each part that fits what is left, twice: names of documents that have nothing left out are free by then. Tokens of
 * parts do not add up exactly: the last ones go until the whole fits.
 */
function chosenFrom({ parts, budget, choiceOf, costOfChoice }: Choosing): Choice {
  const costs = new Map(parts.map((part) => [part, costOf({ part: [part.data] }) - nameCost(part)]))
  const chosen = new Set<ContextPart>()
  for (let round = 0; round < 2; round++) {
    let left = budget - costOfChoice(choiceOf(chosen))
    for (const part of parts) {
      const cost = costs.get(part) ?? 0
      if (chosen.has(part) || cost > left) continue
      left -= cost
      chosen.add(part)
    }
  }
  for (;;) {
    const choice = choiceOf(chosen)
    let over = costOfChoice(choice) - budget
    if (over <= 0) return choice
    if (chosen.size === 0) return { ...choice, titled: 0 }
    for (const last of [...chosen].reverse()) {
      if (over <= 0) break
      chosen.delete(last)
      over -= Math.max(1, costs.get(last) ?? 1)
    }
  }
}

/** The first parts whose titles come to so many tokens at most. */
function namesWithin(parts: readonly ContextPart[], most: number): ReadonlySet<ContextPart> {
  const named = new Set<ContextPart>()
  let cost = 0
  for (const part of parts) {
    cost += nameCost(part)
    if (cost > most) break
    named.add(part)
  }
  return named
}

function costOf(data: JsonObject): number {
  return estimateTokens(yamlText(data))
}

/** What it costs to name a part as left out, on a line of its own below its document. */
function nameCost({ title }: ContextPart): number {
  return estimateTokens(`      - ${title}`) + 1
}

function mostWantedFirst(a: ContextPart, b: ContextPart): number {
  return rankOf(a) - rankOf(b) || compareText(b.date, a.date) || scopeDepth(b.scope) - scopeDepth(a.scope)
}

/** The scope's own overview first of all, topics before defaults, summaries before the tree. */
function rankOf({ section }: ContextPart): number {
  if (section === 'folder_structure') return 3
  if (section === 'overviews_t0') return 2
  return section === 'overview' ? 0 : 1
}
