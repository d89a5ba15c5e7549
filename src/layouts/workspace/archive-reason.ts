/** The comment above an archived entry that says why it was archived. */
export function archiveReason(reason: string): string {
  return `<!-- archived: ${reason} -->`
}
