/** A text as one word of POSIX sh, in which nothing is expanded. It must not hold NUL, which no shell can pass on. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
