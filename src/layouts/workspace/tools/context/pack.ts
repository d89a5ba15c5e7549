import { compareText } from '../../../../core/edit.ts'
import type { JsonObject } from '../../../../core/json.ts'
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
  const wanted = [...parts].sort(mostWantedFirst)
  const costs = new Map(parts.map((part) => [part, costOf({ part: [part.data] })]))
  const none: Choice = { kept: [], leftOut: wanted, titled: 0 }
  const frame = costOf(assemble(none))
  const names = Math.max(0, budget - frame) / 2
  const isNamed = namesWithin(wanted, names)
  let spent = frame + isNamed.cost
  const chosen = new Set<ContextPart>()
  for (const part of wanted) {
    const gain = (costs.get(part) ?? 0) - (isNamed.parts.has(part) ? nameCost(part) : 0)
    if (spent + gain > budget) continue
    spent += gain
    chosen.add(part)
  }
  return fitted({ parts, wanted, chosen, costs }, { budget, assemble, names })
}

type Chosen = {
  readonly parts: readonly ContextPart[]
  readonly wanted: readonly ContextPart[]
  readonly chosen: Set<ContextPart>
  readonly costs: ReadonlyMap<ContextPart, number>
}

/** Tokens of parts do not add up exactly: the last ones go until the whole fits. */
function fitted(
  { parts, wanted, chosen, costs }: Chosen,
  { budget, assemble, names }: Pick<Packing, 'budget' | 'assemble'> & { names: number },
): Choice {
  for (;;) {
    const leftOut = wanted.filter((part) => !chosen.has(part))
    const titled = namesWithin(leftOut, names).parts.size
    const choice = { kept: parts.filter((part) => chosen.has(part)), leftOut, titled }
    let over = costOf(assemble(choice)) - budget
    if (over <= 0) return choice
    if (chosen.size === 0) return { ...choice, titled: 0 }
    for (const last of [...chosen].reverse()) {
      if (over <= 0) break
      chosen.delete(last)
      over -= Math.max(1, costs.get(last) ?? 1)
    }
  }
}

/** The first parts whose titles come to so many tokens, and how many that is. */
function namesWithin(
  parts: readonly ContextPart[],
  most: number,
): { readonly parts: ReadonlySet<ContextPart>; readonly cost: number } {
  const named = new Set<ContextPart>()
  let cost = 0
  for (const part of parts) {
    const own = nameCost(part)
    if (cost + own > most) break
    cost += own
    named.add(part)
  }
  return { parts: named, cost }
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
