import { groupBy } from '../../core/text.ts'
import { contentOf, countShared } from './near.ts'
import { comparable, type SaidFile, withoutLabel } from './read-statements.ts'
import { hasWords, UNSPACED, wholesOf } from './wholes.ts'

type At = { readonly path: string; readonly line: number; readonly says: string }

/** A sentence with another number than an earlier one, and what they have in common, in words that go behind both. */
export type OtherNumber = At & { readonly other: At; readonly how: string }

/** So many words around the number make it the same sentence. */
const LEAST_WORDS = 5

/** Units of measures: other numbers count steps, name versions or are part of a name. */
const UNIT =
  '%|seconds?|secs?|s|ms|min(?:ute)?s?|hours?|hrs?|h|days?|weeks?|lines?|LOC|char(?:acter)?s?|words?|tokens?|columns?|[kKMG]i?B|files?|times?|retries|attempts?|pixels?|px|spaces?|sentences?|bullets?|items?|entries|messages?|agents?|秒|分钟|分鐘|小时|小時|時間|天|日|行|字|次|个|個|Sekunden|Minuten|Stunden|Tagen?|Wochen|Zeilen|Zeichen|secondes|heures|jours|semaines|lignes|caractères|segundos|minutos|horas|d[ií]as|semanas|l[ií]n[eh]as|caracteres|секунд\\p{L}*|минут\\p{L}*|час(?:а|ов)?|дн(?:я|ей)|недел\\p{L}*|строк\\p{L}*|символ\\p{L}*'

const MEASURE = new RegExp(
  `(?<![\\w.,/:#@-])(\\d+(?:[.,]\\d+)?)( ?(?:${UNIT})(?![\\w\\p{Script=Cyrillic}]))`,
  'gu',
)

/** What makes a number the most, or the least. */
const MOST =
  /\b(?:under|below|within|at (?:the )?most|max(?:imum|imal)?|(?:no|not|never) (?:more|longer|larger|bigger) than|(?:not|never) exceed|exceed|fewer than|less than|up to|cap(?:ped)?(?: at)?|limit(?:ed)?(?: to)?|höchstens|(?:nicht|nie) (?:mehr|länger) als|au plus|pas plus de|no más de|no máximo)\b|[≤<]=?|не (?:более|больше|дольше|длиннее)|максимум|不(?:得|能|要)?超过|最多|至多|上限(?:为|是|:|：)?|以内|少于|控制在/iu
const LEAST =
  /\b(?:at least|min(?:imum)?|(?:no|not|never) (?:less|fewer|shorter) than|mindestens|au moins|al menos|no mínimo)\b|[≥>]=?|не (?:менее|меньше)|минимум|至少|最少|不少于|不低于/iu

/** Where another thing is said. */
const CLAUSE = /[;；。，—–]|,\s|\.\s|\s-\s/

/** Words that say nothing of what is limited. */
const ABOUT =
  /^(?:keep|keeps|kept|stays?|stay|remain|have|has|size|length|long|total|use|never|no|not|than|longer|larger|bigger|exceed|exceeds|set|halten|bleiben|nie|nicht|[^\p{L}\p{N}]*)$/u
const ABOUT_UNSPACED =
  /的?(?:超时|时间|时长|长度|大小|数量|保持|应|需|请|必须)|(?<![\p{Script=Han}])[每单一各](?:[张個个条條份次篇件])?/gu

/** It holds for something else. */
const OPEN =
  /\b(?:if|when|unless|except|otherwise|example|e\.g|was|were|currently)\b|\?|如果|例如|wenn|если/iu

type Said = At & { readonly agent: string; readonly words: string; readonly key: string }

/** Finds sentences that are the same but for one number, or that limit the same thing otherwise, each against the first of them. Files and statements come in their order. */
export function findOtherNumbers(
  files: readonly (SaidFile & { readonly agent: string })[],
): readonly OtherNumber[] {
  const measured = files.flatMap(({ path, agent, statements }) =>
    wholesOf(statements).flatMap(({ one: { text, line, form }, words }) => {
      if (form === 'row' || !/\d/.test(text)) return []
      const [first, ...more] = [...text.matchAll(MEASURE)]
      return first && more.length === 0 ? [{ path, agent, line, says: first[0], text, words }] : []
    }),
  )
  const same = measured.flatMap((one): readonly Said[] => {
    const mask = one.words.replace(/\d+(?:[.,]\d+)?/, '◦')
    if ((one.text.match(/\d+/g) ?? []).length > 1 || !hasWords(mask, LEAST_WORDS + 1)) return []
    return [{ ...one, key: `${one.agent} ${[...contentOf(mask)].sort().join(' ')}` }]
  })
  const limits = measured.flatMap((one): readonly Said[] => {
    const key = limitIn(one.text, one.says)
    return key === null ? [] : [{ ...one, key }]
  })
  const found = [
    ...others(same, 'in the same words'),
    ...others(limits, 'of the same thing').filter(({ one, other }) => !areCopies(one, other)),
  ]
  const byPlace = new Map(found.toReversed().map((pair) => [`${pair.one.line} ${pair.one.path}`, pair]))
  return [...byPlace.values()]
    .reverse()
    .map(({ one: { path, line, says }, other, how }) => ({ path, line, says, other, how }))
}

/** Nearly the same lines for two agents are copies, which another rule compares. */
function areCopies(a: Said, b: Said): boolean {
  const [own, their] = [contentOf(a.words), contentOf(b.words)]
  const shared = countShared(own, their)
  return a.agent !== b.agent && shared >= SHARE_OF_COPIES * Math.max(own.size, their.size)
}

const SHARE_OF_COPIES = 0.6

/** What a sentence limits, with the unit and on which side; null for no limit. */
function limitIn(text: string, measure: string): string | null {
  const clause =
    withoutLabel(text)
      .split(CLAUSE)
      .find((part) => part.includes(measure)) ?? ''
  const side = MOST.test(clause) ? 'most' : LEAST.test(clause) ? 'least' : null
  if (side === null || OPEN.test(clause)) return null
  const said = clause
    .replace(measure, ' ')
    .replace(MOST, ' ')
    .replace(LEAST, ' ')
    .replaceAll(ABOUT_UNSPACED, '')
  const words = [...contentOf(comparable(said))].filter((word) => !ABOUT.test(word) && !/^\d/.test(word))
  const isName =
    words.length === 1 && (/[._/]/.test(words[0] ?? '') || (words[0]?.match(UNSPACED)?.length ?? 0) >= 3)
  if (words.length < 2 && !isName) return null
  const unit = measure
    .replace(/^[\d.,]+ ?/, '')
    .toLowerCase()
    .replace(/s$/, '')
  return JSON.stringify([side, unit, words.sort()])
}

type Pair = { readonly one: Said; readonly other: Said; readonly how: string }

function others(said: readonly Said[], how: string): readonly Pair[] {
  return [...groupBy(said, ({ key }) => key).values()].flatMap((all) => {
    const [first, ...more] = all
    const one = more.find(({ says }) => says !== first?.says)
    // Where it comes back and back it counts something else each time.
    return first && one && all.length <= 3 ? [{ one, other: first, how }] : []
  })
}
