import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readSmall } from './read-small.ts'

/** Where git looks beside the work tree's own files; absolute paths. */
export type GitPlaces = { readonly top: string; readonly gitDir: string; readonly commonDir: string }

/**
 * Every file beside those of the work tree in which git may find attributes, whether it is there or not. Null when settings
 * cannot be read, or name attributes in a way that only git can follow.
 */
export function attributeFiles({ top, gitDir, commonDir }: GitPlaces): readonly string[] | null {
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
  // What is included is added while going through.
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

/** All that stand before a variable on a line: the last one counts. */
const SECTION = /^(?:\s*\[\s*([-.\w]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\])+/
const VARIABLE = /^\s*([a-z][-\w]*)\s*=(.*)$/i

/**
 * What may lead to attributes in a text of git's settings. Conditions are not judged. A line that ends in a backslash is taken
 * both for one that goes on and, as where that ends a comment, for one that does not.
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

/** A value without its quotes and the comment behind it. */
function unquoted(raw: string): string {
  const pieces = [...raw.matchAll(PIECE)].map(
    ([, quoted = '', escaped = '', plain = '']) => quoted.replace(/\\(.)/g, '$1') + escaped + plain,
  )
  return pieces.join('').trim()
}
