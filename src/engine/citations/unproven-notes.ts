/** Said once of a run that could not ask git's history; nothing where it could. */
export function unprovenNotes(why: string | undefined): readonly string[] {
  return why === undefined ? [] : [`dead references were not looked for: ${why}`]
}
