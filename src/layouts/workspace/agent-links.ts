import type { Document } from '../../core/document.ts'
import type { Reading } from '../../core/kind.ts'
import type { Source } from '../../core/source.ts'

/** What is known of a symbolic link in an agent's directory. */
type LinkFacts = { readonly target: string }

/** Reads an agent link: its target, as written. */
export function readAgentLink({ text }: Source): Reading {
  const facts: LinkFacts = { target: text }
  return { facts }
}

/** A link's target as written; null when it could not be read. */
export function targetOf({ facts }: Document): string | null {
  return (facts as LinkFacts | null)?.target ?? null
}
