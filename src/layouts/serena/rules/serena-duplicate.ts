import type { Document, Item } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { memoriesOf } from '../claim.ts'

/** Of 16 hashes so many are shared by two texts that are mostly the same. */
const SHARED = 12

/** So many memories with one hash are compared: a phrase that all have says nothing. */
const MOST = 200

/** Shorter texts are alike by chance. */
const FEWEST = 16

/** One thing is noted once. */
export const serenaDuplicate: MemoryRule = {
  id: 'serena-duplicate',
  summary: 'No two memories of a project say nearly the same.',
  why: 'An agent that corrects one of two copies leaves the other one wrong, and the next one may read that.',
  howToFix: 'Keep one of the two, and let the other name it: `mem:name`.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '# code_style.md and conventions.md\nUse tabs, and name tests after what they show.\n',
    good: '# conventions.md\nSee `mem:code_style`.\n',
  },
  kinds: ['serena-memory'],
  subject: 'memory',
  check: ({ documents }, report) => {
    const earlier = new Map<string, Named[]>()
    for (const document of documents) {
      const [item] = document.items
      if (!item || item.sketch.length < FEWEST) continue
      const own = { document, item }
      const hashes = item.sketch.map((hash) => `${memoriesOf(document.path)} ${hash}`)
      const other = mostShared(hashes.flatMap((hash) => earlier.get(hash) ?? []))
      for (const hash of hashes) {
        const others = earlier.get(hash) ?? []
        if (others.length < MOST) earlier.set(hash, [...others, own])
      }
      if (!other) continue
      const isSame = other.item.digest === item.digest
      report(document.path, {
        place: item.place,
        message: `The memory says ${isSame ? '' : 'nearly '}the same as \`${other.item.key}\``,
        help: 'Keep one of the two, and let the other name it.',
      })
    }
  },
}

type Named = { readonly document: Document; readonly item: Item }

/** The one that occurs most often, where that is often enough; the first of several. */
function mostShared(others: readonly Named[]): Named | null {
  const counts = new Map<Named, number>()
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1)
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best && best[1] >= SHARED ? best[0] : null
}
