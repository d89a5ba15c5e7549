import { type HookName, readsStdin } from './hook-names.ts'
import { type Spliced, withBlock, withoutBlocks } from './marked-block.ts'
import { shim } from './shim.ts'

/** What a hook file that memkeep made begins with: `uninstall` deletes such a file when nothing else is in it. */
const HEADER = `#!/bin/sh
# Made by \`memkeep init\`; \`memkeep uninstall\` deletes it, unless something of yours is in it.
`

/** One hook file that is to call memkeep. */
export type HookFile = {
  readonly name: HookName
  readonly pathspecs: readonly string[]
  /** Lines of sh before the block, where somebody else than git calls the file. */
  readonly prelude?: readonly string[]
}

/** A hook file's text with our block in it; null stands for no file. */
export function withShim(text: string | null, { name, pathspecs, prelude = [] }: HookFile): Spliced {
  const lines = shim(name, pathspecs).split('\n').slice(1, -2)
  if (text === null) return withBlock(madeBefore(prelude), lines)
  const shebang = strangeShebang(text)
  if (shebang !== null) return { byHand: `it is run by ${shebang}, not by a shell` }
  return withBlock(text, lines, { eol: '\n', offset: spotIn(text, name) })
}

/** A hook file's text without our block; null when nothing but what memkeep made is left of it. */
export function withoutShim(text: string, prelude: readonly string[] = []): Spliced | null {
  const rest = withoutBlocks(text)
  return 'text' in rest && rest.text === madeBefore(prelude) && rest.text !== text ? null : rest
}

function madeBefore(prelude: readonly string[]): string {
  return HEADER + prelude.map((line) => `${line}\n`).join('')
}

/** The program that a first line names, when it is no shell that reads POSIX sh. */
function strangeShebang(text: string): string | null {
  const line = /^\ufeff?#!\s*(.*?)\s*(?:\r?\n|$)/.exec(text)?.[1]
  if (line === undefined) return null
  const words = line.split(/\s+/).filter((word) => !word.startsWith('-') && !word.includes('='))
  const [program = '', inner = ''] = words.map((word) => word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, ''))
  const named = program === 'env' ? inner : program
  return /^(?:sh|ash|bash|dash|ksh|mksh|zsh)$/.test(named) ? null : named || 'something unknown'
}

/**
 * At the end, but before a last command that ends the file; at the start where git pipes something in, because whatever
 * came before would take it.
 */
function spotIn(text: string, name: HookName): number {
  if (readsStdin(name)) return /^#!.*(?:\n|$)/.exec(text)?.[0].length ?? 0
  return /(?<=^|\n)(?:exec|exit)\b[^\n]*\n?\s*$/.exec(text)?.index ?? text.length
}
