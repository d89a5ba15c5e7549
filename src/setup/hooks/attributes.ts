import { literalPattern } from '../../core/path.ts'

/**
 * The lines of `.gitattributes` that send files to the merge driver, and that keep the hook files readable for sh where
 * git is set to check out CRLF. `patterns`, in which only wildcards are not literal, and the paths `hookFiles` are relative
 * to the top of the repository.
 */
export function attributeLines(patterns: readonly string[], hookFiles: readonly string[]): readonly string[] {
  return [
    ...patterns.map((pattern) => `${quoted(pattern)} merge=memkeep`),
    ...hookFiles.map((path) => `${quoted(`/${literalPattern(path)}`)} text eol=lf`),
  ]
}

/** A path that a pattern of `.gitattributes` fits, for asking git what it makes of it. */
export function examplePath(pattern: string): string {
  return pattern.replace(/\\(.)|\*\*\/|\*/gs, (wildcard, literal?: string) => {
    return literal ?? (wildcard === '*' ? 'example' : 'example/')
  })
}

/** A pattern with white space, or what git would take for a comment, is written as a string of C. */
function quoted(pattern: string): string {
  if (!/[\s"]|^#/.test(pattern)) return pattern
  const inString = pattern.replace(/["\\\t\n\r]/g, (one) => ESCAPES[one] ?? `\\${one}`)
  return `"${inString}"`
}

const ESCAPES: { readonly [character: string]: string } = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }
