import { homedir } from 'node:os'
import { join } from 'node:path'
import { readSmall } from './read-small.ts'

/** Attributes that make a file in the work tree differ from its blob by more than line ends. */
const CONVERTS = /^[^#\n]*[\s](?:filter=|working-tree-encoding=|ident(?:\s|$))/m

/**
 * True when attributes may convert file contents, so that a blob id says nothing about the bytes in the work tree.
 * Looks at the `.gitattributes` files given, the repository's own `info/attributes` and the user's global file.
 */
export function mayConvertContent(
  top: string,
  attributePaths: readonly string[],
  commonDir: string,
): boolean {
  const files = [...attributePaths.map((path) => join(top, path)), join(commonDir, 'info', 'attributes')]
  return [...files, ...globalAttributes(commonDir)].some((path) => says(CONVERTS, path))
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

function globalAttributes(commonDir: string): string[] {
  const home = homedir()
  const xdg = join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'git')
  const global = process.env.GIT_CONFIG_GLOBAL
  const configs = global === undefined ? [join(home, '.gitconfig'), join(xdg, 'config')] : [global]
  const named = [...configs, join(commonDir, 'config')].flatMap((path) =>
    namedFiles(readSmall(path) ?? '', home),
  )
  return [join(xdg, 'attributes'), ...named]
}

/** `core.attributesFile` of a settings text. */
function namedFiles(config: string, home: string): string[] {
  return [...config.matchAll(/^\s*attributesfile\s*=\s*"?([^"\n]+?)"?\s*$/gim)].map(([, path = '']) =>
    path.replace(/^~(?=\/)/, home),
  )
}
