import { similarity } from '../../../core/changes/pair-by-body.ts'
import { timestampOf } from '../../../core/date.ts'
import type { Source } from '../../../core/source.ts'
import { compareText, once } from '../../../core/text.ts'
import { fold, recordOf, textOf } from '../record.ts'
import type { KnownRecord } from './records.ts'

/** Records of one scope and kind with the same content: one stays. */
export type SameRecords = { readonly keep: KnownRecord; readonly archive: readonly KnownRecord[] }

/** Two records that may say the same: a person decides. */
export type NearRecords = {
  readonly records: readonly [KnownRecord, KnownRecord]
  readonly similarity: number
}

/** Groups of records with the same content, in order of the ids that stay. */
export function sameRecords(records: readonly KnownRecord[]): readonly SameRecords[] {
  const groups = new Map<string, KnownRecord[]>()
  for (const record of records) {
    const key = `${record.facts.same} ${record.kind}`
    groups.set(key, [...(groups.get(key) ?? []), record])
  }
  return [...groups.values()]
    .flatMap((group): SameRecords[] => {
      const [keep, ...archive] = [...group].sort(bySurvival)
      return keep && archive.length > 0 ? [{ keep, archive }] : []
    })
    .sort((a, b) => compareText(a.keep.id, b.keep.id))
}

/** The surest stays; then the last changed, the oldest, the one with the smaller id. */
function bySurvival(a: KnownRecord, b: KnownRecord): number {
  const time = (text: string): number => timestampOf(text) ?? 0
  return (
    b.facts.confidence - a.facts.confidence ||
    time(b.facts.updated) - time(a.facts.updated) ||
    time(a.facts.created) - time(b.facts.created) ||
    compareText(a.id, b.id)
  )
}

/** Sketches are samples: contents that share so much say nearly the same. */
export const NEARLY_SAME = 0.9

/** So many records that share a hash are compared: a hash that very many share says nothing. */
const MOST_SHARING = 64

/** Pairs of one kind with equal summaries or nearly the same content, which are not the same; before their texts are compared. */
export function nearCandidates(records: readonly KnownRecord[]): readonly NearRecords[] {
  const byKey = new Map<string, KnownRecord[]>()
  for (const record of records) {
    const keys = [fold(record.summary), ...record.item.sketch.map((hash) => `#${hash}`)]
    for (const key of keys) {
      const named = `${record.kind} ${key}`
      byKey.set(named, [...(byKey.get(named) ?? []), record])
    }
  }
  const pairs = new Map<string, NearRecords>()
  for (const group of byKey.values()) {
    const some = group.slice(0, MOST_SHARING)
    some.forEach((a, i) => {
      for (const b of some.slice(i + 1)) {
        const pair = pairOf(a, b)
        if (pair) pairs.set(`${a.path} ${b.path}`, pair)
      }
    })
  }
  return [...pairs.values()].sort(
    (a, b) => compareText(a.records[0].id, b.records[0].id) || compareText(a.records[1].id, b.records[1].id),
  )
}

function pairOf(a: KnownRecord, b: KnownRecord): NearRecords | null {
  if (a.facts.same === b.facts.same) return null
  const share = similarity(a.item.sketch, b.item.sketch)
  const isTitled = fold(a.summary) === fold(b.summary)
  return isTitled || share >= NEARLY_SAME
    ? { records: [a, b], similarity: Math.round(share * 100) / 100 }
    : null
}

/** Those of the pairs without a difference that separates two facts. */
export function nearRecords(
  candidates: readonly NearRecords[],
  sources: ReadonlyMap<string, Source>,
): readonly NearRecords[] {
  return candidates.filter(({ records: [a, b] }) => {
    const [left, right] = [a, b]
      .map(({ path }) => sources.get(path))
      .map((source) => source && distinctiveWords(source))
    return left !== undefined && left === right
  })
}

/** Numbers, versions, negations, quoted words and names: texts that differ in one of them are not the same fact. */
const DISTINCTIVE =
  /[^\s]*\d[^\s]*|\b(?:not|no|never|none|without|cannot|\w+n['’]t)\b|[`"“][^`"”]+[`"”]|(?<![.!?:]\s|^)\b\p{Lu}[\p{L}\p{N}_]*/giu
const CAPITAL = once(() => /^\p{Lu}/u)
const PLAIN_WORD = once(() => /^\p{L}[\p{L}\p{N}_]*$/u)
const NEGATION = /^(?:not|no|never|none|without|cannot|\w+n['’]t)$/i

function distinctiveWords(source: Source): string {
  const record = recordOf(source)
  const text = `${textOf(record, 'summary') ?? ''}. ${textOf(record, 'content') ?? ''}`
  const words = [...text.matchAll(DISTINCTIVE)].map(([word]) => word)
  const distinctive = words.filter(
    (word) => !PLAIN_WORD().test(word) || CAPITAL().test(word) || NEGATION.test(word) || /\d/.test(word),
  )
  return [...new Set(distinctive.map((word) => word.replace(/[.,;:!?)\]]+$/, '')))]
    .sort(compareText)
    .join('\n')
}
