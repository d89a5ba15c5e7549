import type { SearchItem } from '../../src/retrieval/search-index.ts'
import { type Random, random } from '../corpus/random.ts'

/** As many different words as 20,000 sections of real notes have, roughly. */
const WORDS = 30_000
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo za bra cle dri flo gru'.split(
  ' ',
)
const ENDINGS = ['', '', '', 's', 'ed', 'ing', 'ation', 'er', 'ly', 'ness']

/** Generated items, 1 KB each: words are as unevenly frequent as in real texts. The same seed gives the same. */
export function makeItems(count: number, seed = 1): readonly SearchItem[] {
  const r = random(seed)
  return Array.from({ length: count }, (_, i): SearchItem => {
    const sentences = Array.from({ length: r.int(6, 16) }, () => sentence(r))
    const path = `memory/${wordOf(i % 40)}/${wordOf(i % 500)}.md`
    const tags = [word(r), word(r)]
    const date = `2025-${two(r.int(1, 12))}-${two(r.int(1, 28))}`
    const fields = { title: words(r, r.int(3, 8)), name: path, tags, body: sentences.join(' ') }
    return { id: `${path}#${i}`, path, date, fields }
  })
}

/** Questions of two to six words, as frequent as in the texts. */
export function makeQueries(count: number, seed = 2): readonly string[] {
  const r = random(seed)
  return Array.from({ length: count }, () => words(r, r.int(2, 6)))
}

function sentence(r: Random): string {
  const special = r.int(0, 9)
  const more = [
    `\`${word(r)}.${word(r)}_${word(r)}\``,
    `on 2025-${two(r.int(1, 12))}-${two(r.int(1, 28))}`,
    `${r.int(1, 9999)}`,
  ]
  return `The ${words(r, r.int(5, 9))} ${more[special] ?? ''} and ${words(r, r.int(3, 7))}.`
}

function words(r: Random, count: number): string {
  return Array.from({ length: count }, () => word(r)).join(' ')
}

/** Zipf's law: the second word is half as frequent as the first, the tenth a tenth. */
function word(r: Random): string {
  return wordOf(Math.floor(WORDS ** (r.int(0, 1_000_000) / 1_000_000)) - 1)
}

function wordOf(number: number): string {
  const base = SYLLABLES.length
  const ending = ENDINGS[number % ENDINGS.length] ?? ''
  let [rest, text] = [Math.floor(number / 3) + base, '']
  for (; rest > 0; rest = Math.floor(rest / base)) text += SYLLABLES[rest % base]
  return `${text}${ending}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
