/** True for a full object id: SHA-1 or SHA-256 in lower-case hex. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
