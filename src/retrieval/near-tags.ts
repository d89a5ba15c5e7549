import leven from 'leven'
import type { NearTag, Tally } from '../core/memory-overview.ts'
import { replaceUnsafe, shellWord } from '../core/messages.ts'
import { compareText } from '../core/text.ts'
import { cleanTag, isNearTag, normaliseTag, singularsOf, writtenTag } from '../formats/names.ts'
import { termsOf } from './terms.ts'

/** Tags that are compared, the commonest, and characters of a tag. */
const MOST_TAGS = 20_000
const LONGEST = 60

/** Words of one stem differ in their endings alone where so much is the same: `set` is not `settings`. */
const SHORTEST_STEM = 4

/** A shorter tag with one other letter is another word: `test`, `text`. */
const SHORTEST_MISSPELT = 8

/** A tag is taken for a misspelling of one that is so many times as common, and used so often. */
const TIMES_AS_COMMON = 4
const LEAST_COMMON = 3

/** A tag as it is compared. */
type Tag = Tally & {
  /** As it should be written, where that is known. */
  readonly clean: string
  readonly isClean: boolean
  readonly words: readonly string[]
  readonly stems: readonly string[]
}

/**
 * Tags that probably mean the same as a commoner one, over all layouts together: they differ in case, separators or plural,
 * in the ending of a word, or, seldom used and long, in one letter. Each has the command that renames it. Commoner ones first,
 * the same for any order of the tallies.
 */
export function nearTags(tallies: readonly Tally[]): NearTag[] {
  const kept = new Map<string, Tag[]>()
  const found: NearTag[] = []
  for (const [place, tag] of byUse(tallies).entries()) {
    const keys = keysOf(tag)
    const like = keys
      .flatMap((key) => kept.get(key) ?? [])
      .filter((other) => isNear(tag, other))
      .sort(order)[0]
    if (like) found.push(...suggestion(tag, like))
    else if (place < MOST_TAGS) {
      for (const key of keys) {
        const same = kept.get(key)
        if (same) same.push(tag)
        else kept.set(key, [tag])
      }
    }
  }
  return found.sort(
    (a, b) => b.likeCount - a.likeCount || compareText(a.like, b.like) || compareText(a.tag, b.tag),
  )
}

/** Of the tags that are written as tags should be, and then of the others, the commonest first: each is renamed to one before it. */
function byUse(tallies: readonly Tally[]): readonly Tag[] {
  const counts = new Map<string, number>()
  for (const { name, count } of tallies) {
    const isShown = name !== '' && name.length <= LONGEST && replaceUnsafe(name, () => '') === name
    if (isShown) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts].map(([name, count]) => tagOf(name, count)).sort(order)
}

function tagOf(name: string, count: number): Tag {
  const clean = cleanTag(name) ?? name
  const words = clean.toLowerCase().split(/[\s._-]+/)
  const stems = words.map((word) => termsOf(word).terms.join(' '))
  return { name, count, clean, isClean: cleanTag(name) === name, words, stems }
}

function order(a: Tag, b: Tag): number {
  return Number(b.isClean) - Number(a.isClean) || b.count - a.count || compareText(a.name, b.name)
}

/** None where the other one is a name that a rename does not write. */
function suggestion({ name, count }: Tally, like: Tally): readonly NearTag[] {
  const to = writtenTag(like.name)
  if (to === null || to === name) return []
  const end = name.startsWith('-') || to.startsWith('-') ? ['--'] : []
  const command = ['memkeep', 'rename-tag', ...end, shellWord(name), shellWord(to)].join(' ')
  return [{ tag: name, count, like: like.name, likeCount: like.count, command }]
}

/** Two tags that are near have a key in common. */
function keysOf({ name, clean, stems }: Tag): readonly string[] {
  const folded = normaliseTag(clean)
  return [
    ...[folded, ...singularsOf(folded)].map((key) => `word ${key}`),
    `stem ${stems.join(' ')}`,
    ...(canBeMisspelt(name) ? [name, ...withoutOneLetter(name)].map((key) => `letters ${key}`) : []),
  ]
}

function isNear(tag: Tag, other: Tag): boolean {
  return isNearTag(tag.clean, other.clean) || areInflected(tag, other) || isMisspelt(tag, other)
}

/** True for the same words in the same order with other endings. What is a plural of one word, `isNearTag` knows. */
function areInflected({ words, stems }: Tag, other: Tag): boolean {
  if (stems.join(' ') !== other.stems.join(' ') || words.length !== other.words.length) return false
  const [word = '', another = ''] = [words[0], other.words[0]]
  const isPlural = words.length === 1 && (`${word}s` === another || `${another}s` === word)
  return !isPlural && words.every((one, i) => isInflected(one, other.words[i] ?? ''))
}

/** Endings of one word; others of one stem are of another word: `contain`, `container`. */
const ENDING = /^(?:|y|ies|e|es|s|ed|ing|ings|ion|ions)$/

function isInflected(word: string, other: string): boolean {
  if (word === other) return true
  let same = 0
  while (same < word.length && word[same] === other[same]) same += 1
  const last = word[same - 1] ?? ''
  const isEnding = (one: string): boolean => {
    const ending = one.slice(same)
    return ENDING.test(ending) || (ending.startsWith(last) && ENDING.test(ending.slice(1)))
  }
  return same >= SHORTEST_STEM && isEnding(word) && isEnding(other)
}

/** A number is never a misspelling: `node-18`, `node-20`. */
function canBeMisspelt(name: string): boolean {
  return name.length >= SHORTEST_MISSPELT && !/\d/.test(name)
}

/** The first letter is seldom wrong, and often makes another word. */
function isMisspelt({ name, count }: Tag, common: Tag): boolean {
  if (common.count < LEAST_COMMON || common.count < count * TIMES_AS_COMMON) return false
  if (!canBeMisspelt(name) || !canBeMisspelt(common.name) || name[0] !== common.name[0]) return false
  return leven(name, common.name, { maxDistance: 2 }) <= 1
}

function withoutOneLetter(name: string): readonly string[] {
  return [...name].map((_, i, letters) => [...letters.slice(0, i), ...letters.slice(i + 1)].join(''))
}
