import { compareText } from '../../../../core/edit.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { estimateTokens } from '../../../../formats/tokens.ts'
import { yamlText } from '../../../../formats/yaml-text.ts'
import type { ContextPart } from './part.ts'
import { scopeDepth } from './scopes.ts'

/** Makes the answer of the parts that stay and the names of those that do not. */
export type Assemble = (kept: readonly ContextPart[], leftOut: readonly ContextPart[]) => JsonObject

/** What is packed: all parts in the order of the answer, and how many tokens it may come to. */
type Packing = {
  readonly parts: readonly ContextPart[]
  readonly budget: number
  readonly assemble: Assemble
}

/**
 * Chooses what fits a budget of estimated tokens, names of what is left out included: what was asked for as a topic
 * before the defaults, the scope's own overview first, then the newest, of one day the innermost. Nothing is cut in two.
 * The answer may still be larger where the names alone are.
 */
export function pack({ parts, budget, assemble }: Packing): JsonObject {
  const chosen = new Set<ContextPart>()
  const answer = (): JsonObject =>
    assemble(
      parts.filter((part) => chosen.has(part)),
      parts.filter((part) => !chosen.has(part)),
    )
  let spent = costOf(answer())
  const gains = new Map<ContextPart, number>()
  for (const part of [...parts].sort(mostWantedFirst)) {
    const gain = costOf({ part: [part.data] }) - nameCost(part)
    if (spent + gain > budget) continue
    spent += gain
    gains.set(part, gain)
    chosen.add(part)
  }
  // Tokens of parts do not add up exactly: the last ones go until the whole fits.
  for (let over = costOf(answer()) - budget; over > 0 && chosen.size > 0; over = costOf(answer()) - budget) {
    for (const last of [...chosen].reverse()) {
      chosen.delete(last)
      over -= Math.max(1, gains.get(last) ?? 1)
      if (over <= 0) break
    }
  }
  return answer()
}

function costOf(data: JsonObject): number {
  return estimateTokens(yamlText(data))
}

/** What it costs to name a part as left out, where its document is named already. */
function nameCost({ title }: ContextPart): number {
  return costOf({ titles: [title] }) - costOf({ titles: [] })
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
