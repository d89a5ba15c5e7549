import { once } from '../../core/text.ts'

/** Endings of files that people name without a folder. */
const ENDINGS: ReadonlySet<string> = new Set(
  [
    'astro bash bat c cc cfg cjs clj cmd conf cpp cs css csv cts dart ex exs fish go gradle graphql groovy h hbs hcl hpp hrl hs htm html',
    'ini ipynb java jl js json json5 jsonc jsx kt kts less liquid lock lua m md mdc mdx mjs mk ml mm mts nim nix php pl plist prisma proto ps1 py pyi',
    'r rb rs rst sass scala scss service sh sol sql svelte svg swift tcl tf tfvars toml ts tsx txt vue wasm xml yaml yml zig zsh',
  ].flatMap((line) => line.split(' ')),
)

/** Names of files without an ending. */
const BARE =
  /^(?:Dockerfile|Makefile|Justfile|justfile|Rakefile|Gemfile|Procfile|Jenkinsfile|CODEOWNERS|Brewfile|Vagrantfile)$/

/** What every path has: most words of code have none of it. */
const MARK = /[/.]|^(?:[A-Zj][a-z]+file|CODEOWNERS)/

/** Names of examples, of packages, and of what is made or installed. */
const EXAMPLE =
  /(?:^|\/)(?:path|to|your|my|foo|bar|baz|example|examples|sample|xxx|nnnn|yyyy[\w-]*|node_modules|dist|build|out|target|vendor|tmp|coverage|\.git)(?:\/|\.|$)|x{3}|n{4}|y{4}/i

/** `https:`, `C:`, `//host`, a path from the root of the disk, from home or of a variable. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|[/\\~$%])/i

/** Marks of a template, a glob or an elided path. */
const PLACEHOLDER = /[<>{}*|?"'`=,;!&^\\\s]|\$|\.{3}|…|%[A-Z]|:(?!\d)/

const SEGMENTS = /^[\w.@+~()[\]#$-]+(?:\/[\w.@+~()[\]#$-]+)*\/?$/

/** The same with letters of other scripts: to compile it takes longer than to read a document, and few need it. */
const OTHER_SEGMENTS = once(
  () => /^[\p{L}\p{N}\p{M}_.@+~()[\]#$-]+(?:\/[\p{L}\p{N}\p{M}_.@+~()[\]#$-]+)*\/?$/u,
)

const BEYOND_ASCII = /[\u0080-\uffff]/

const LONGEST = 300

/** A path as it is written, and the line that it may name: `src/a.ts`, 42. */
export type PathToken = { readonly target: string; readonly line?: number }

/**
 * What a word names, where it can be a path of the repository: it has a folder or a known ending, and it is no URL, glob,
 * template, package or path of the disk. Null for any other word.
 */
export function pathToken(word: string): PathToken | null {
  if (word.length > LONGEST || !MARK.test(word)) return null
  const [, written = '', behindColon, behindHash] =
    /^(.*?)(?::(\d+)(?:[:-]\d+)*|#L(\d+)(?:-L?\d+)?)?$/.exec(word) ?? []
  if (written.length < 3 || ABSOLUTE.test(written) || PLACEHOLDER.test(written)) return null
  if (!SEGMENTS.test(written) && !(BEYOND_ASCII.test(written) && OTHER_SEGMENTS().test(written))) return null
  if (EXAMPLE.test(written)) return null
  const [name = ''] = /[^/]*(?=\/?$)/.exec(written) ?? []
  const hasFolder = written.includes('/')
  const isNamed = ENDINGS.has(/[^.]\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '') || BARE.test(name)
  if (!isNamed && !hasFolder) return null
  // `@scope/name`, `example.com/x`
  if (!isNamed && /^@[^/]+\/[^/]+$/.test(written)) return null
  if (/^[\w-]+\.(?:com|org|io|dev|net|ai|app|sh|co)\//i.test(written)) return null
  const line = behindColon ?? behindHash
  return { target: written, ...(line !== undefined && { line: Number(line) }) }
}
