import type { Memory } from '../../core/document.ts'
import type { Loading } from '../../core/memory-overview.ts'
import {
  describeLost,
  type LoadedText,
  type LoadLimit,
  type LostPart,
  loadingOf,
  lostPart,
  tokensLeft,
} from '../../formats/loading.ts'
import { type IndexFacts, indexOf, isOfOtherAgent } from './memory.ts'

/** What the two limits of an index have in common. */
const COMMON = {
  keeps: 'start',
  standing: 'enforced',
  source: 'Claude Code documentation, "Auto memory"',
  asOf: '2026-11',
} as const

/** Claude Code loads the beginning of an index, up to the limit that comes first. */
const LINES: LoadLimit = { most: 200, unit: 'lines', ...COMMON }

/**
 * The documentation says 25 KB. The client counts UTF-16 code units: counted in bytes, texts in other scripts than Latin would
 * be reported although they load whole.
 */
const CHARACTERS: LoadLimit = { most: 25_000, unit: 'characters', ...COMMON }

/** The limit that cuts an index first, or is used up the furthest, and what is lost; null where all is loaded. */
export type IndexCut = { readonly limit: LoadLimit; readonly lost: LostPart | null }

/** How an index is cut. */
export function cutOf({ loaded }: IndexFacts): IndexCut {
  const lines = cutAt(loaded, LINES)
  const characters = cutAt(loaded, CHARACTERS)
  if (!lines.lost && !characters.lost) return lines.share >= characters.share ? lines : characters
  return (lines.lost?.line ?? Infinity) <= (characters.lost?.line ?? Infinity) ? lines : characters
}

function cutAt(loaded: LoadedText, limit: LoadLimit): IndexCut & { readonly share: number } {
  return { limit, lost: lostPart(loaded, limit, limit.most), share: loaded.size[limit.unit] / limit.most }
}

/** What Claude Code loads of each index. */
export function loadingsOf({ documents, files }: Memory): Loading[] {
  return documents.flatMap((document) => {
    const facts = indexOf(document)
    if (!facts?.isIndex || isOfOtherAgent(document.path, files)) return []
    const { limit, lost } = cutOf(facts)
    const size = facts.loaded.size[limit.unit]
    const tokens = tokensLeft(document.tokens, size, lost)
    return [
      loadingOf({
        agent: 'Claude Code',
        name: 'its memory at the start of a session',
        // A subagent has one of its own.
        session: document.path.includes('agent-memory/') ? null : 'Claude Code',
        files: [{ path: document.path, size, tokens, lost: lost && describeLost(lost) }],
        unit: limit.unit,
        limit,
      }),
    ]
  })
}
