/**
 * The date that a plan's file name starts with, as `YYYY-MM-DD` in this century; it need not be a real day.
 * Null for a name that does not start with six digits and a hyphen.
 */
export function planFileDate(path: string): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)-/.exec(path.slice(path.lastIndexOf('/') + 1))
  return match ? `20${match[1]}-${match[2]}-${match[3]}` : null
}
