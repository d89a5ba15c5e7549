import type { Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'

/** A file that a text imports: `@docs/style.md`, `#[[file:docs/style.md]]`. */
export type Import = {
  readonly target: string
  readonly place: Place
  /** It is in code, where no agent follows it. */
  readonly isCode?: true
}

/** Kinds whose `@path` is replaced by the file. */
const WITH_AT: ReadonlySet<string> = new Set(['claude-md', 'claude-rule', 'agents-md', 'gemini-md'])

/** `@` and a path that ends like a text file: a name of a package, a person or a decorator does not. */
const AT = /(?<=^|[\s([])@((?:~\/|\.{0,2}\/)?[\w.~/-]*\.(?:md|mdc|markdown|txt|ya?ml|json|toml))(?![\w/-])/gim

const FILE = /#\[\[file:([^\]\r\n]+)\]\]/g

const MOST = 500

/** What a file imports, in order of places. */
export function findImports({ text, kind, markdown, starts }: Source): readonly Import[] {
  if (!markdown) return []
  const code = codeIn(text, markdown.start, markdown.blocks)
  const pattern = kind.id === 'kiro-steering' ? FILE : WITH_AT.has(kind.id) ? AT : null
  if (!pattern) return []
  return [...text.slice(markdown.start).matchAll(pattern)]
    .slice(0, MOST)
    .flatMap(({ index, 0: whole, 1: target = '' }) => {
      const start = markdown.start + index
      const end = start + whole.length
      const isCode = code.some((one) => start < one.end && end > one.start)
      return [
        {
          target: target.trim(),
          place: placeOf(starts, start, end),
          ...(isCode && { isCode: true as const }),
        },
      ]
    })
}

type Span = { readonly start: number; readonly end: number }

/** Fences, and spans between backticks on one line. */
function codeIn(
  text: string,
  from: number,
  blocks: readonly (Span & { readonly type: string })[],
): readonly Span[] {
  const spans = [...text.slice(from).matchAll(/(?<!`)(`+)(?!`)[^\r\n]*?[^`]\1(?!`)/g)].map(
    ({ index, 0: whole }) => ({
      start: from + index,
      end: from + index + whole.length,
    }),
  )
  return [...blocks.filter(({ type }) => type === 'fence' || type === 'indented-code'), ...spans]
}
