/** What a repository makes one choice about. */
export type Topic =
  | 'package manager'
  | 'indentation'
  | 'quotes'
  | 'semicolon style'
  | 'line width'
  | 'version'
  | 'test runner'
  | 'end-to-end runner'
  | 'linter'
  | 'formatter'
  | 'base branch'
  | 'longest file'
  | 'longest function'
  | 'longest component'
  | 'test coverage'
  | 'commit subject'
  | 'largest change'
  | 'command'

/** A choice that a statement names. */
export type Choice = {
  readonly topic: Topic
  /** What it is about: a language, a package; empty for all of the repository. */
  readonly of: string
  /** As messages quote it: `pnpm`, `tabs`, `100`, `18+`. */
  readonly value: string
  /** The statement says that it holds, runs a command that follows from it, or says that it does not hold. */
  readonly how: 'says' | 'runs' | 'not'
}

/** The choices of one statement, which has another reading where there are several of one topic. */
export type ChoiceReader = (text: string) => readonly Choice[]

/** What follows says why, or more, and may speak of anything. */
export const REASON = /;\s|,? (?:so|because)\s/

/** A number that is written in digits or as a word. */
export function numberOf(written: string): string {
  return WORDS[written.toLowerCase()] ?? written
}

const WORDS: { readonly [word: string]: string } = { two: '2', four: '4', eight: '8', three: '3' }

/** Languages by the words that name them, and the endings of their files. */
const LANGUAGES: readonly (readonly [id: string, words: RegExp, endings: readonly string[]])[] = [
  [
    'JavaScript',
    /\b(?:typescript|javascript|tsx?|jsx?|react|vue|angular|svelte)\b/i,
    ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
  ],
  ['Python', /\b(?:python|py)\b/i, ['py']],
  ['Go', /\b(?:golang|Go)\b/, ['go']],
  ['Rust', /\brust\b/i, ['rs']],
  ['Java', /\bjava\b/i, ['java']],
  ['Kotlin', /\bkotlin\b/i, ['kt', 'kts']],
  ['C#', /(?:\bC#|\bcsharp\b|\.cs\b)/i, ['cs']],
  ['C++', /(?:C\+\+|\bcpp\b)/i, ['cpp', 'h', 'hpp', 'cc']],
  ['PHP', /\bphp\b/i, ['php']],
  ['Ruby', /\bruby\b/i, ['rb']],
  ['Swift', /\bswift\b/i, ['swift']],
  ['Dart', /\b(?:dart|flutter)\b/i, ['dart']],
  ['YAML', /\bya?ml\b/i, ['yml', 'yaml']],
  ['JSON', /\bjson\b/i, ['json']],
  ['HTML', /\bhtml\b/i, ['html']],
  ['CSS', /\b(?:s?css)\b/i, ['css', 'scss', 'less']],
  ['SQL', /\bsql\b/i, ['sql']],
  ['shell', /\b(?:bash|shell)\b/i, ['sh', 'bash']],
  ['Markdown', /\bmarkdown\b/i, ['md', 'mdx']],
]

/** The languages that a text names. */
export function languagesIn(text: string): readonly string[] {
  return LANGUAGES.flatMap(([id, words]) => (words.test(text) ? [id] : []))
}

/** The endings of the files of a language. */
export function endingsOf(language: string): readonly string[] {
  return LANGUAGES.find(([id]) => id === language)?.[2] ?? []
}

/** The languages of code that patterns are for, as their endings say. */
export function languagesOfGlobs(globs: readonly string[]): readonly string[] {
  const endings = globs.flatMap((glob) =>
    (/\.(?:\{([\w,]+)\}|(\w+))$/.exec(glob)?.slice(1) ?? []).flatMap((found) => found?.split(',') ?? []),
  )
  return LANGUAGES.flatMap(([id, , own]) =>
    id !== 'Markdown' && own.some((ending) => endings.includes(ending)) ? [id] : [],
  )
}

/** Every language that has files of its own. */
export const LANGUAGE_NAMES: readonly string[] = LANGUAGES.map(([id]) => id)
