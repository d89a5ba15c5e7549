const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for a UUID in its usual form (RFC 9562), of any version and in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
