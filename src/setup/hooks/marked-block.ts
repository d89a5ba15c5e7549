import { type HookName, SHIM_END, SHIM_START } from '../../core/installed.ts'
import { shim } from '../../core/shim.ts'
import { applyEdits, type Edit } from '../../core/text.ts'
import { digest } from '../../formats/hash.ts'

/** A text after a change, or why only its owner may change it. `inBlock`: the reason lies in our own block. */
export type Spliced = { readonly text: string } | { readonly byHand: string; readonly inBlock?: true }

/** A block of ours in a text of somebody else. */
type Block = {
  /** Offsets; the end is after the line break of its last line, where there is one. */
  readonly start: number
  readonly end: number
  /** Without marks, checksum, indentation and line ends. */
  readonly lines: readonly string[]
  readonly indent: string
  /** True while it is as memkeep wrote it; false when it was edited. */
  readonly intact: boolean
}

/** The form of a block in a text. */
type Manner = { readonly indent?: string; readonly eol?: string }

const CHECKSUM = /^# checksum ([0-9a-f]{12}): /

const BROKEN = { byHand: 'the marks of memkeep in it do not belong together', inBlock: true } as const
const EDITED = { byHand: 'the part between the marks of memkeep was edited by hand', inBlock: true } as const
const OLD_MAC = { byHand: 'its lines end in a lone carriage return' }

/** Settings in YAML that cannot be added to. */
export const UNREADABLE_YAML = { byHand: 'it cannot be read as one YAML document' }
export const NOT_AS_IT_SHOULD = { byHand: 'what it would become does not read as it should' }

/** The blocks of a text in their order; null when marks do not pair up. */
export function findBlocks(text: string): readonly Block[] | null {
  const blocks: Block[] = []
  let open: { start: number; from: number; indent: string } | null = null
  for (const match of text.matchAll(
    /^([ \t]*)(# >>> memkeep >>>|# <<< memkeep <<<)[ \t]*(?:\r?\n|\r?$(?![\s\S]))/gm,
  )) {
    const [line, indent = '', mark] = match
    const end = match.index + line.length
    if ((mark === SHIM_START) !== (open === null)) return null
    if (open === null) open = { start: match.index, from: end, indent }
    else {
      blocks.push(blockOf(text.slice(open.from, match.index), { ...open, end }))
      open = null
    }
  }
  return open === null ? blocks : null
}

/**
 * The edit that inserts a block at an offset, which must be the start of a line or the end of the text. In a text without a
 * final line break the block has none either: so `withoutBlocks` knows what to remove.
 */
export function blockEdit(
  text: string,
  offset: number,
  lines: readonly string[],
  { indent = '', eol = lineBreakOf(text) }: Manner = {},
): Edit {
  const block = rendered(lines, { indent, eol })
  const isOpen = offset > 0 && text[offset - 1] !== '\n'
  const last = text === '' ? '' : eol
  return { start: offset, end: offset, text: isOpen ? `${eol}${block}` : `${block}${last}` }
}

/** Removes every block from a text, with what was added for it. A text without blocks stays as it is. */
export function withoutBlocks(text: string): Spliced {
  const blocks = findBlocks(text)
  if (blocks === null) return BROKEN
  if (blocks.some(({ intact }) => !intact)) return EDITED
  return { text: blocks.reduceRight(cut, text) }
}

/** Gives a text one block with these lines: in the place of its present block, else at the offset. */
export function withBlock(
  text: string,
  lines: readonly string[],
  { offset = text.length, ...manner }: Manner & { readonly offset?: number } = {},
): Spliced {
  const blocks = findBlocks(text)
  if (blocks === null || blocks.length > 1) return BROKEN
  const [block] = blocks
  if (block === undefined) {
    if (text.endsWith('\r')) return OLD_MAC
    return { text: applyEdits(text, [blockEdit(text, offset, lines, manner)]) }
  }
  if (sameLines(block.lines, lines)) return { text }
  if (!block.intact) return EDITED
  const { start, end, indent } = block
  const present = text.slice(start, end)
  const eol = manner.eol ?? lineBreakOf(present)
  const last = present.endsWith('\n') ? eol : ''
  return { text: `${text.slice(0, start)}${rendered(lines, { indent, eol })}${last}${text.slice(end)}` }
}

/** True for two equal lists of lines. */
function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i])
}

/** The line break that a text uses: that of its first line, else LF. */
function lineBreakOf(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
}

function cut(text: string, { start, end }: Block): string {
  const before = text.slice(0, start)
  const endedWithout = end >= text.length && !text.endsWith('\n')
  return (endedWithout ? before.replace(/\r?\n$/, '') : before) + text.slice(end)
}

function rendered(lines: readonly string[], { indent, eol }: Required<Manner>): string {
  const sum = `# checksum ${sumOf(lines)}: what is changed by hand between these marks is left alone`
  return [SHIM_START, sum, ...lines, SHIM_END].map((line) => (line === '' ? '' : indent + line)).join(eol)
}

function blockOf(
  body: string,
  { start, end, indent }: { start: number; end: number; indent: string },
): Block {
  const all = body.split(/\r?\n/).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
  const sum = CHECKSUM.exec(all[0] ?? '')?.[1]
  const lines = all.slice(sum === undefined ? 0 : 1, -1)
  return { start, end, indent, lines, intact: sum !== undefined && sum === sumOf(lines) }
}

function sumOf(lines: readonly string[]): string {
  return digest(lines.join('\n')).slice(0, 12)
}

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
