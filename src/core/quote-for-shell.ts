/** A text as one word of POSIX sh, in which nothing is expanded. It must not hold NUL, which no shell can pass on. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A word of a command that people copy: quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : quoteForShell(text)
}
