/** Characters of an id that a message shows. */
const MOST_SHOWN = 80

/** An id as a message shows it: a longer one is cut. */
export function shownName(id: string): string {
  return id.length > MOST_SHOWN ? `${id.slice(0, MOST_SHOWN)}…` : id
}
