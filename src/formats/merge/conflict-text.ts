/** How conflicts are written: the length of the marks that git asked for, and the file's line break. */
export type Marks = { readonly size: number; readonly lineBreak: string }

/** Both sides of a conflict between marks, a line break at the end. */
export function conflictText(ours: string, theirs: string, { size, lineBreak }: Marks): string {
  const mark = (sign: string, name: string): string => `${sign.repeat(size)}${name && ` ${name}`}${lineBreak}`
  const block = (text: string): string => (text === '' || /[\r\n]$/.test(text) ? text : text + lineBreak)
  return `${mark('<', 'ours')}${block(ours)}${mark('=', '')}${block(theirs)}${mark('>', 'theirs')}`
}
