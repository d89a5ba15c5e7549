import { join } from 'node:path'
import { attributeFiles, type GitPlaces } from './attribute-files.ts'
import { readSmall } from './read-small.ts'

/** Attributes that make a file in the work tree differ from its blob by more than line ends. */
const CONVERTS = /^(?![ \t]*#)[^\n]*\s(?:filter=|working-tree-encoding=|ident(?:\s|$))/m

/**
 * True when attributes may convert file contents, so that a blob id says nothing about the bytes in the work tree.
 * Looks at the `.gitattributes` files given and the outermost, which git may ignore, and at all that lie elsewhere.
 */
export function mayConvertContent(attributePaths: readonly string[], places: GitPlaces): boolean {
  const elsewhere = attributeFiles(places)
  if (!elsewhere) return true
  const own = new Set(['.gitattributes', ...attributePaths])
  const files = [...[...own].map((path) => join(places.top, path)), ...elsewhere]
  return files.some((path) => says(CONVERTS, path))
}

/** Programs that the repository's own settings define could run when git compares a file with the index. */
export function mayRunFilters(gitDir: string, commonDir: string): boolean {
  return [join(commonDir, 'config'), join(gitDir, 'config.worktree')].some((path) =>
    says(/\[\s*(?:filter|include)/i, path),
  )
}

/** What cannot be read may say anything. */
function says(pattern: RegExp, path: string): boolean {
  const text = readSmall(path)
  return text === null || pattern.test(text)
}
