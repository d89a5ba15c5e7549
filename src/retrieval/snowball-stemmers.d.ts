declare module 'snowball-stemmers' {
  /** Loads the rules of a language, by its English name. */
  export function newStemmer(language: string): { stem(word: string): string }
}
