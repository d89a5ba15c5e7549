import type { Document } from '../../core/document.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { once, type Place, placeOf } from '../../core/text.ts'
import { fileItems } from '../../formats/file-item.ts'
import { withoutBlocks } from '../../formats/free-text.ts'
import { nameOf } from './claim.ts'

/** A memory that another one names, as Serena finds it: `mem:auth/login` in a code span. */
export type Reference = { readonly name: string; readonly place: Place }

type MemoryFacts = {
  readonly references: readonly Reference[]
  /** What an index may list names by; empty for a memory that is none. */
  readonly words: readonly string[]
}

/** The references of a memory; none where it could not be read. */
export function referencesOf({ facts }: Document): readonly Reference[] {
  return isJsonObject(facts) ? (facts as unknown as MemoryFacts).references : []
}

/** The words of an index, in lower case and without `.md`. */
export function wordsOf({ facts }: Document): readonly string[] {
  return isJsonObject(facts) ? (facts as unknown as MemoryFacts).words : []
}

/** `memory-index`, `skills-index`. */
const INDEX = /(?:^|[-_/])index$/i

const REFERENCE = /(?<!`)`mem:([\w./-]+)`(?!`)/g

const WORD = once(() => /[\p{L}\p{N}_.][\p{L}\p{N}_./-]*/gu)

/** Serena puts this memory into each project: what it names are examples. */
const GUIDE = /(?:^|\/)memory_maintenance$/

/** One memory is one item, known by its name. */
export function readMemory(source: Source): Reading {
  const { text, markdown, path, starts } = source
  const name = nameOf(path)
  if (!markdown || name === null) return {}
  const facts: MemoryFacts = {
    references: GUIDE.test(name)
      ? []
      : [...withoutBlocks(text, markdown).matchAll(REFERENCE)].map(({ 0: all, 1: target = '', index }) => ({
          name: target,
          place: placeOf(starts, index, index + all.length),
        })),
    words: INDEX.test(name) ? wordsIn(text.slice(markdown.start)) : [],
  }
  return { items: fileItems(source, 'memory', name), facts: facts as unknown as Json }
}

function wordsIn(text: string): readonly string[] {
  const words = [...text.matchAll(WORD())].map(([word]) => plainName(word))
  return [...new Set(words)].filter((word) => word !== '')
}

/** A name as an index may write it: without case, `./`, ending or stop. */
export function plainName(written: string): string {
  return written
    .toLowerCase()
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/[./-]+$/, '')
    .replace(/\.md$/, '')
}
