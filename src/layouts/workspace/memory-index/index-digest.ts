import { digest } from '../../../formats/hash.ts'

/**
 * Identity of an index's text, whatever its line ends and byte order mark. White space at the end counts here, and
 * the plain digest passes over it; hence the mark.
 */
export function indexDigest(text: string): string {
  return digest(`${text.replace(/^\uFEFF/, '')}.`)
}
