import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readSmall } from './text-files.ts'

/**
 * A line of attributes that make a file in the work tree differ from its blob by more than line ends, with its
 * pattern.
 */
const CONVERTS =
  /^[ \t]*(?!#)("[^"\n]*"|[^ \t\r\n]+)[^\n]*\s(?:filter=|working-tree-encoding=|ident(?:\s|$))/gm
/** A pattern that only files of one extension match. A quote at its end is part of it unless one begins it. */
const ONE_EXTENSION = /^(?!.*\[attr\])(?![^"].*"$)[^\\]*\.([\w-]+)"?$/s

/** Files whose contents attributes may convert: those with some extensions (lower case), or all. */
export type Converted = ReadonlySet<string> | 'all'

/**
 * The files whose contents attributes may convert: their blob id does not name the bytes in the work tree. Reads the
 * `.gitattributes` files given, the outermost one, which git may ignore, and all that lie elsewhere.
 */
export function convertedFiles(attributePaths: readonly string[], places: GitPlaces): Converted {
  const elsewhere = attributeFiles(places)
  if (!elsewhere) return 'all'
  const own = new Set(['.gitattributes', ...attributePaths])
  const extensions = new Set<string>()
  for (const path of [...[...own].map((one) => join(places.top, one)), ...elsewhere]) {
    const text = readSmall(path)
    // An unreadable file may convert anything.
    if (text === null) return 'all'
    for (const [, pattern = ''] of text.matchAll(CONVERTS)) {
      const [, extension] = ONE_EXTENSION.exec(pattern) ?? []
      if (extension === undefined) return 'all'
      extensions.add(extension.toLowerCase())
    }
  }
  return extensions
}

/** The part of a path's name after the last dot, in lower case; '' without a dot. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** True when git may run programs of the repository's own settings while it compares a file with the index. */
export function mayRunFilters(gitDir: string, commonDir: string): boolean {
  return [join(commonDir, 'config'), join(gitDir, 'config.worktree')].some((path) =>
    says(/\[\s*(?:filter|include)/i, path),
  )
}

function says(pattern: RegExp, path: string): boolean {
  const text = readSmall(path)
  return text === null || pattern.test(text)
}

/** Where git looks apart from the work tree's own files; absolute paths. */
type GitPlaces = { readonly top: string; readonly gitDir: string; readonly commonDir: string }

/**
 * Every file outside the work tree in which git may find attributes, existing or not. Null when settings cannot be
 * read, or name attributes in a way that only git can follow.
 */
function attributeFiles({ top, gitDir, commonDir }: GitPlaces): readonly string[] | null {
  const home = homedir()
  const xdg = join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'git')
  const global = process.env.GIT_CONFIG_GLOBAL
  const settings = new Set([
    process.env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
    ...(global === undefined ? [join(home, '.gitconfig'), join(xdg, 'config')] : [global]),
    join(commonDir, 'config'),
    join(gitDir, 'config.worktree'),
  ])
  const files = ['/etc/gitattributes', join(xdg, 'attributes'), join(commonDir, 'info', 'attributes')]
  // The loop adds included files to the list that it reads.
  for (const path of settings) {
    const text = readSmall(path)
    if (text === null) return null
    for (const { section, key, value } of namedIn(text)) {
      const isInclude = section.startsWith('include')
      if (section === 'attr' || /^(?:~[^/]|%\()/.test(value)) return null
      const full = resolve(isInclude ? dirname(path) : top, value.replace(/^~(?=\/)/, home))
      if (isInclude && key === 'path') settings.add(full)
      else if (key === 'attributesfile') files.push(full)
    }
  }
  return files
}

type Named = { readonly section: string; readonly key: string; readonly value: string }

/** All section headers before a variable on a line: the last one counts. */
const SECTION = /^(?:\s*\[\s*([-.\w]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\])+/
const VARIABLE = /^\s*([a-z][-\w]*)\s*=(.*)$/i

/**
 * What may lead to attributes in a text of git's settings. Conditions are not evaluated. A line that ends in a
 * backslash is read twice: as one that goes on, and as one that does not (the backslash may end a comment).
 */
function namedIn(text: string): Named[] {
  const found: Named[] = []
  let section = ''
  const joined = text.replace(/^(?!\s*[#;])(.*)\\\r?\n/gm, '$1')
  for (const line of (joined === text ? text : `${text}\n${joined}`).split('\n')) {
    const [head, name = section] = SECTION.exec(line) ?? ['']
    section = name.toLowerCase()
    const [, key = '', raw = ''] = VARIABLE.exec(line.slice(head.length)) ?? []
    if (/^(?:include|includeif|core|attr)$/.test(section) && /^(?:path|attributesfile|tree)$/i.test(key)) {
      found.push({ section, key: key.toLowerCase(), value: unquoted(raw) })
    }
  }
  return found
}

const PIECE = /"((?:[^"\\]|\\.)*)"|\\(.)|([^"\\#;]+)|[#;].*/g

/** A value without its quotes and its comment. */
function unquoted(raw: string): string {
  const pieces = [...raw.matchAll(PIECE)].map(
    ([, quoted = '', escaped = '', plain = '']) => quoted.replace(/\\(.)/g, '$1') + escaped + plain,
  )
  return pieces.join('').trim()
}
