import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Folders and files whose words are the project's own. */
const PLACES: readonly (readonly [place: string, files: RegExp])[] = [
  ['src', /\.(?:ts|md|css|js)$/],
  ['migrations', /\.ts$/],
  ['docs', /\.md$/],
  ['hooks', /^(?!_)/],
  ['scripts', /\.(?:ts|mjs|cjs)$/],
  ['bench', /\.ts$/],
  // Trees of memory are what people write: their words are free.
  ['test', /(?:\.ts|^(?:.*\/)?README\.md)$/],
]

const OWN = readOwnFiles()

function readOwnFiles(): ReadonlyMap<string, string> {
  const below = PLACES.flatMap(([place, files]) =>
    readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = `${entry.parentPath.replaceAll('\\', '/')}/${entry.name}`
      return entry.isFile() && files.test(path.slice(place.length + 1)) ? [path] : []
    }),
  )
  const top = readdirSync('.').filter((name) => name.endsWith('.md'))
  const isOther = (path: string): boolean => /\/inlined\.ts$|^test\/project\/words\.test\.ts$/.test(path)
  return new Map(
    [...top, ...below].filter((path) => !isOther(path)).map((path) => [path, readFileSync(path, 'utf8')]),
  )
}

/** Where such a word is a contract or data: the id of a rule, keys of JSON, forms of verbs, texts that tests read. */
const ALLOWED: readonly (readonly [paths: RegExp, text: RegExp])[] = [
  [/./, /context-told|contextTold/g],
  [/^src\/retrieval\/word-lists\.ts$/, /\b(?:tell told|stand stood)\b/g],
  [/^test\//, /(?:\\u2028)?stands(?:\\n(?:\\t)*)? *still\b/g],
  [/^src\/formats\/hidden-instructions\.ts$/, /\(\?:tell\|telling\b/g],
  [/^test\/formats\/tokens\.test\.ts$/, /\bnobody should be afraid\b/g],
]

/** Words that are said in another way, and how. */
const INSTEAD: readonly (readonly [words: string, say: string])[] = [
  ['mend(?:s|ed|ing)?', 'fix'],
  ['tell(?:s|ing)?', 'say, show, report'],
  ['told', 'said, shown, reported'],
  ['stands?', 'is, lies, holds'],
  ['beside', 'next to, apart from'],
  ['nobody', 'no one'],
  ['whoever', 'who'],
]
const WORDS = INSTEAD.map(([words]) => words)
const PHRASES_INSTEAD: readonly (readonly [words: string, say: string])[] = [
  ['of which', 'a sentence of its own'],
  ['comes to', 'is, makes'],
  ['all the same', 'still'],
]
const PHRASES = PHRASES_INSTEAD.map(([words]) => words.split(' '))

/** In prose and as a part of a name, and phrases over the end of a line of prose or comment. */
const BANNED = new RegExp(
  [
    ...WORDS.map((word) => `(?:(?<![A-Za-z])${eitherCase(word)}|(?<=[a-z])${upper(word)})(?![a-z])`),
    ...PHRASES.map((words) => `\\b${eitherCase(words.join('[\\s*/#]+'))}\\b`),
  ].join('|'),
  'g',
)

function upper(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function eitherCase(word: string): string {
  return `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`
}

function bannedIn(path: string, text: string): string[] {
  // Blanks in place of what is allowed keep the lines as they are counted.
  const judged = ALLOWED.reduce(
    (all, [paths, allowed]) =>
      paths.test(path) ? all.replaceAll(allowed, (found) => found.replaceAll(/\S/g, ' ')) : all,
    text,
  )
  return [...judged.matchAll(BANNED)].map(
    ({ 0: word, index }) =>
      `${path}:${judged.slice(0, index).split('\n').length} ${word.replaceAll(/\s+/g, ' ')}`,
  )
}

test('no file of the project uses a word that the project says in another way', () => {
  expect(OWN.size).toBeGreaterThan(1000)
  const found = [...OWN].flatMap(([path, text]) => bannedIn(path, text))
  expect(found.map((one) => `${one}: say ${insteadOf(one)}`)).toEqual([])
})

function insteadOf(found: string): string {
  const word = found.slice(found.indexOf(' ') + 1).toLowerCase()
  const known = [...INSTEAD, ...PHRASES_INSTEAD].find(([words]) => new RegExp(`^${words}$`).test(word))
  return known?.[1] ?? 'it in another way'
}

test('each of these words has another one to say', () => {
  expect(insteadOf('a.ts:1 tells')).toBe('say, show, report')
  expect(insteadOf('a.ts:1 of which')).toBe('a sentence of its own')
})

test.each([
  ['Whoever reads it is told.', ['Whoever', 'told']],
  ['const expectMended = tellAll(filesBeside)', ['Mended', 'tell', 'Beside']],
  ['/** One of\n * which', ['of * which']],
  ['It comes to all the\n// same', ['comes to', 'all the // same']],
  ['Amended, recommended, besides, standing: understands in-/stall the same', []],
  ['Install the same version, and comes together', []],
])('the words of %j are found', (text, words) => {
  expect(bannedIn('a.ts', text).map((found) => found.slice(found.indexOf(' ') + 1))).toEqual(words)
})

test('every exception is used', () => {
  const isUsed = ([paths, allowed]: (typeof ALLOWED)[number]): boolean =>
    [...OWN].some(([path, text]) => paths.test(path) && text.match(allowed) !== null)
  expect(ALLOWED.filter((one) => !isUsed(one))).toEqual([])
})
