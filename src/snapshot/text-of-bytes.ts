/** Bytes as text for people and splices: a byte order mark stays, and what is not UTF-8 becomes U+FFFD. */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
