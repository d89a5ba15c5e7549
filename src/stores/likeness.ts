import type { ItemAt } from '../core/changes/item-changes.ts'
import { similarity } from '../core/changes/pair-by-body.ts'
import { digest, sketch } from '../formats/hash.ts'
import { normaliseTitle } from '../formats/names.ts'

/** How an item of the memory is like a new one. */
type Likeness<At extends ItemAt> = {
  readonly at: At
  /** It has the same title, as titles are compared. */
  readonly isTitled: boolean
  /** It has the same body. */
  readonly isSame: boolean
  /** The share of words that the bodies have in common, from 0 to 1, by samples. */
  readonly share: number
}

/** Compares a new item with those of a memory: which of them count, and from which share on, is the store's to say. */
export function likenesses<At extends ItemAt>(
  { title, content }: { readonly title: string; readonly content: string },
  items: readonly At[],
): readonly Likeness<At>[] {
  const [name, body, sample] = [normaliseTitle(title), digest(content), sketch(content)]
  return items.map((at) => ({
    at,
    isTitled: normaliseTitle(at.item.title) === name,
    isSame: at.item.digest === body,
    share: similarity(at.item.sketch, sample),
  }))
}
