import type { HookName } from '../../core/installed.ts'
import { findBlocks, type Spliced, withBlock, withoutBlocks } from './marked-block.ts'
import { shim } from './shim.ts'

const MADE = '# Made by `memkeep init`; `memkeep uninstall` deletes it, unless something of yours is in it.'

/** The start of a hook file that memkeep made: `uninstall` deletes such a file when it holds nothing else. */
const HEADER = `#!/bin/sh\n${MADE}\n`

/** One hook file that calls memkeep. */
type HookFile = {
  readonly name: HookName
  readonly pathspecs: readonly string[]
  /** Folders in which memkeep may be installed. */
  readonly packages?: readonly string[]
  /** Lines of sh before the block, where a manager and not git calls the file. */
  readonly prelude?: readonly string[]
}

/**
 * A hook file's text with our block before all its commands; null means that there is no file. An existing block
 * stays in its place, unless it is last: earlier versions put it there.
 */
export function withShim(
  text: string | null,
  { name, pathspecs, packages, prelude = [] }: HookFile,
): Spliced {
  const lines = shim(name, pathspecs, packages).split('\n').slice(1, -2)
  if (text === null) return withBlock(madeBefore(prelude), lines)
  const shebang = strangeShebang(text)
  if (shebang !== null) return { byHand: `it is run by ${shebang}, not by a shell` }
  const bare = beginsWithShim(text, prelude) ? text : withoutLast(text)
  return withBlock(bare, lines, { eol: '\n', offset: spotIn(bare, prelude) })
}

/** True when only comments, and the lines that a manager needs, come before our block in a hook file. */
export function beginsWithShim(text: string, prelude: readonly string[] = []): boolean {
  const [first] = findBlocks(text) ?? []
  if (first === undefined) return false
  const lines = text.slice(0, first.start).split(/\r?\n/)
  return lines.every((line) => /^\ufeff?[ \t]*(?:#|$)/.test(line) || prelude.includes(line))
}

function withoutLast(text: string): string {
  const last = findBlocks(text)?.at(-1)
  const rest = withoutBlocks(text)
  const isLast = last && /^(?:(?:exec|exit)\b[^\n]*\n?)?\s*$/.test(text.slice(last.end))
  return isLast && 'text' in rest ? rest.text : text
}

/** A hook file's text without our block and our comments; null when only these were in it. */
export function withoutShim(text: string, prelude: readonly string[] = []): Spliced | null {
  const rest = withoutBlocks(text)
  if ('byHand' in rest) return rest
  if (rest.text.replaceAll('\r\n', '\n') === madeBefore(prelude)) return null
  const said = rest.text.split(/(?<=\n)/)
  return { text: said.filter((line) => line.trimEnd() !== MADE).join('') }
}

function madeBefore(prelude: readonly string[]): string {
  return HEADER + prelude.map((line) => `${line}\n`).join('')
}

/** The program that the first line names, when it is not a shell that reads POSIX sh. */
function strangeShebang(text: string): string | null {
  const line = /^\ufeff?#!\s*(.*?)\s*(?:\r?\n|$)/.exec(text)?.[1]
  if (line === undefined) return null
  const words = line.split(/\s+/).filter((word) => !word.startsWith('-') && !word.includes('='))
  const [program = '', inner = ''] = words.map((word) => word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, ''))
  const named = program === 'env' ? inner : program
  return /^(?:sh|ash|bash|dash|ksh|mksh|zsh)$/.test(named) ? null : named || 'something unknown'
}

/**
 * After the first line that names the shell, else at the very top. Further down the block might not be reached after
 * an `exit`, would run in the directory of a `cd`, and would change the file's exit status.
 */
function spotIn(text: string, prelude: readonly string[]): number {
  const made = madeBefore(prelude)
  if (text.startsWith(made)) return made.length
  return /^\ufeff?#![^\n]*(?:\n|$)/.exec(text)?.[0].length ?? 0
}

/** The folder of the hook files that a manager's settings call. */
const FOLDER = '.memkeep/hooks'

/** The file that a manager calls for a hook, from the top of the repository. */
export function shimFile(name: HookName): string {
  return `${FOLDER}/${name}`
}

/** The command in a manager's settings that calls it. */
export function shimCommand(name: HookName): string {
  return `sh ${shimFile(name)}`
}

/**
 * The same for managers that run one command, in a shell or not, on Windows too. In a work tree without the file,
 * such as a sparse checkout, the commit passes with one line. Without colons, because YAML holds it unquoted.
 */
export function guardedCommand(name: HookName, args = ''): string {
  const file = shimFile(name)
  const said = name === 'pre-commit' ? `; else echo memkeep is off here, for ${file} is not checked out` : ''
  return `sh -c "if test -f ${file}; then sh ${file}${args}${said}; fi"`
}
