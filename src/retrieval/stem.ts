/// <reference path="./snowball-stemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers'
import { baseForms, respelled } from './word-lists.ts'

let english: { stem(word: string): string } | undefined

/**
 * The stem of a word in lower case: the base form of an irregular word, else what the English rules of snowball leave.
 * A word with other letters than a–z is its own stem.
 */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return baseForms().get(word) ?? word
  english ??= newStemmer('english')
  return english.stem(respelled(baseForms().get(word) ?? word))
}
