import { join } from 'node:path'
import { attributeFiles, type GitPlaces } from './attribute-files.ts'
import { readSmall } from './read-small.ts'

/** A line of attributes that make a file in the work tree differ from its blob by more than line ends, and whose files. */
const CONVERTS =
  /^[ \t]*(?!#)("[^"\n]*"|[^ \t\r\n]+)[^\n]*\s(?:filter=|working-tree-encoding=|ident(?:\s|$))/gm
/** A pattern that only files of one extension match. A quote at its end is part of it unless one begins it. */
const ONE_EXTENSION = /^(?!.*\[attr\])(?![^"].*"$)[^\\]*\.([\w-]+)"?$/s

/** Files whose contents attributes may convert: those with some extensions, in lower case, or all. */
export type Converted = ReadonlySet<string> | 'all'

/**
 * The files whose contents attributes may convert, so that a blob id says nothing about the bytes in the work tree. Looks at
 * the `.gitattributes` files given and the outermost, which git may ignore, and at all that lie elsewhere.
 */
export function convertedFiles(attributePaths: readonly string[], places: GitPlaces): Converted {
  const elsewhere = attributeFiles(places)
  if (!elsewhere) return 'all'
  const own = new Set(['.gitattributes', ...attributePaths])
  const extensions = new Set<string>()
  for (const path of [...[...own].map((one) => join(places.top, one)), ...elsewhere]) {
    const text = readSmall(path)
    // What cannot be read may say anything.
    if (text === null) return 'all'
    for (const [, pattern = ''] of text.matchAll(CONVERTS)) {
      const [, extension] = ONE_EXTENSION.exec(pattern) ?? []
      if (extension === undefined) return 'all'
      extensions.add(extension.toLowerCase())
    }
  }
  return extensions
}

/** What stands behind the last dot of a path's name, in lower case; '' without one. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** Programs that the repository's own settings define could run when git compares a file with the index. */
export function mayRunFilters(gitDir: string, commonDir: string): boolean {
  return [join(commonDir, 'config'), join(gitDir, 'config.worktree')].some((path) =>
    says(/\[\s*(?:filter|include)/i, path),
  )
}

function says(pattern: RegExp, path: string): boolean {
  const text = readSmall(path)
  return text === null || pattern.test(text)
}
