import type { Document } from '../../core/document.ts'
import type { Reading } from '../../core/kind.ts'
import type { Source } from '../../core/source.ts'

/** What is known of `context.md`: its text as it is compared. */
type ContextFacts = { readonly words: string }

/** Reads the technical context in prose. */
export function readContext({ text, problems }: Source): Reading {
  if (problems.length > 0) return { facts: null }
  const facts: ContextFacts = { words: comparable(text) }
  return { facts }
}

/** True when the prose names something; null where it could not be read. */
export function namesIn({ facts, complete }: Document): ((name: string) => boolean) | null {
  const words = complete ? (facts as ContextFacts | null)?.words : undefined
  return words === undefined ? null : (name) => words.includes(comparable(name))
}

/** Case and line breaks say nothing. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
