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
  return [...files, ...globalAttributes(commonDir)].some((path) => CONVERTS.test(readSmall(path)))
}

/** Programs that the repository's own settings define could run when git compares a file with the index. */
export function mayRunFilters(gitDir: string, commonDir: string): boolean {
  const config = readSmall(join(commonDir, 'config')) + readSmall(join(gitDir, 'config.worktree'))
  return /\[\s*(?:filter|include)/i.test(config)
}

function globalAttributes(commonDir: string): string[] {
  const home = homedir()
  const xdg = join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'git')
  const global = process.env.GIT_CONFIG_GLOBAL
  const configs = global === undefined ? [join(home, '.gitconfig'), join(xdg, 'config')] : [global]
  const named = [...configs, join(commonDir, 'config')].flatMap((path) => namedFiles(readSmall(path), home))
  return [join(xdg, 'attributes'), ...named]
}

/** `core.attributesFile` of a settings text. */
function namedFiles(config: string, home: string): string[] {
  return [...config.matchAll(/^\s*attributesfile\s*=\s*"?([^"\n]+?)"?\s*$/gim)].map(([, path = '']) =>
    path.replace(/^~(?=\/)/, home),
  )
}
