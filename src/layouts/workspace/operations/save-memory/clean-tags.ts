import type { Refusal } from '../../../../core/operation.ts'
import { safeText } from '../../../../core/safe-text.ts'
import { cleanTag } from '../../../../formats/names.ts'
import { isNearTag } from '../../labels.ts'

type Cleaned = { readonly tags: readonly string[]; readonly notes: readonly string[] }

/**
 * Tags as they are written: in the one spelling, each once, and where the workspace has the same tag in another form, that
 * one. `used` says how often the workspace has each tag.
 */
export function cleanTags(written: readonly string[], used: ReadonlyMap<string, number>): Cleaned | Refusal {
  const tags: string[] = []
  const notes: string[] = []
  for (const one of written.flatMap((text) => text.split(','))) {
    const given = one.trim()
    if (given === '') continue
    const clean = cleanTag(given)
    if (clean === null) return misspelt(given)
    const tag = tags.find((other) => isNearTag(other, clean)) ?? inUse(clean, used) ?? clean
    if (tag !== given) notes.push(`Tag "${safeText(given)}" is written ${tag}${why(tag, clean, used)}.`)
    if (!tags.includes(tag)) tags.push(tag)
  }
  return { tags, notes }
}

/** The tag itself where it is in use, else the commonest that means the same. */
function inUse(tag: string, used: ReadonlyMap<string, number>): string | undefined {
  if (used.has(tag)) return tag
  const near = [...used].filter(([other]) => cleanTag(other) === other && isNearTag(other, tag))
  return near.sort(([, a], [, b]) => b - a)[0]?.[0]
}

function why(tag: string, clean: string, used: ReadonlyMap<string, number>): string {
  return tag !== clean && used.has(tag) ? ', as in earlier entries' : ''
}

function misspelt(tag: string): Refusal {
  return {
    refusal: `Unexpected tag ${safeText(tag)}, expected lower-case kebab: a-z, 0-9, then also . + # -`,
    help: 'Spell the tag with lower-case letters, digits and hyphens.',
  }
}
