import { resolveTarget } from '../../core/path.ts'
import type { Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'

/** What may be the import of a file, as a text has it: `@docs/style.md`, `#[[file:docs/style.md]]`. */
export type Import = {
  /** What follows the `@` up to a space. */
  readonly written: string
  /** The character before the `@`; empty for a space or the start of a line. */
  readonly before: string
  /** It is in code or in a comment, where not every agent looks. */
  readonly inside?: 'code' | 'indented' | 'comment'
  readonly place: Place
}

/** Which imports an agent follows, as its requests show. */
export type ImportGrammar = {
  /** Kinds of files whose imports it follows. */
  readonly kinds: readonly string[]
  /** So many files deep; null where no end was seen. */
  readonly deepest: number | null
  /** Characters that may come before the `@`; a space, or the start of a line, always may. */
  readonly before: string
  /** What it takes off the end of a path. */
  readonly strips: RegExp | null
  /** It follows imports there as well. */
  readonly inside: readonly Import['inside'][]
  /** It reads the text as Markdown: `**@a.md**`, `[@a.md](a.md)`, `@a\ b.md` and `@a.md#part` are imports. */
  readonly isMarkdown?: true
  /** Paths that it leaves out. */
  readonly refuses: RegExp
  /** Started in a folder, it asks a person before it follows imports to places outside of that folder. */
  readonly asksOutside?: true
}

/** The path that an agent takes from what is written; null where it takes none. */
export function takenBy(grammar: ImportGrammar, { written, before, inside }: Import): string | null {
  if (inside && !grammar.inside.includes(inside)) return null
  const path = grammar.isMarkdown ? inMarkdown(written, before) : inText(grammar, written, before)
  return path === null || path === '' || grammar.refuses.test(path) ? null : path
}

function inText({ before: allowed, strips }: ImportGrammar, written: string, before: string): string | null {
  if (before !== '' && !allowed.includes(before)) return null
  return strips ? written.replace(strips, '') : written
}

/** A text of Markdown ends where its emphasis or its link ends. */
function inMarkdown(written: string, before: string): string | null {
  const part =
    before === ''
      ? written
      : before === '*'
        ? /^[^*]+(?=\*)/.exec(written)?.[0]
        : before === '['
          ? /^[^\]]+(?=\]\()/.exec(written)?.[0]
          : undefined
  return part?.replace(/#.*/, '').replaceAll('\\ ', ' ') ?? null
}

/** What a person meant, in whatever form it is written. */
export function meantBy({ written }: Import): string {
  return written
    .replace(/\]\(.*/, '')
    .replace(/#.*/, '')
    .replaceAll('\\ ', ' ')
    .replace(/[)\]}"'*_.,:;!?>]+$/, '')
}

/** Where an import leads: to a path of the repository; null for a place outside of it. */
export function pathOf(from: string, target: string): string | null {
  return target.startsWith('~') || target.startsWith('/') ? null : resolveTarget(from, target)
}

/** Kinds of files that one agent or another reads for imports. */
const WITH_AT: ReadonlySet<string> = new Set([
  'claude-md',
  'claude-rule',
  'agents-md',
  'gemini-md',
  'qwen-md',
])

/** No address has an `@` that follows another character than these. */
const AT = /(?<![^\s([{"'*_<>|-])@((?:[^\s\\`]|\\ ){1,300})/g

const FILE = /#\[\[file:([^\]\r\n]+)\]\]/g

const MOST = 500

/** What a file may import, in order of places. */
export function findImports({ text, kind, markdown, starts }: Source): readonly Import[] {
  if (!markdown) return []
  const pattern = kind.id === 'kiro-steering' ? FILE : WITH_AT.has(kind.id) ? AT : null
  if (!pattern) return []
  const found = [...text.slice(markdown.start).matchAll(pattern)].slice(0, MOST)
  if (found.length === 0) return []
  const spans = spansIn(text, markdown)
  return found.map(({ index, 0: whole, 1: written = '' }) => {
    const start = markdown.start + index
    const end = start + whole.length
    const inside = spans.find((one) => start < one.end && end > one.start)?.inside
    const before = pattern === FILE ? '' : (text[start - 1] ?? '').trim()
    const place = placeOf(starts, start, end)
    return { written: written.trim(), before, place, ...(inside && { inside }) }
  })
}

type Span = { readonly start: number; readonly end: number; readonly inside: NonNullable<Import['inside']> }

/** Fences, spans between backticks on one line, and comments. */
function spansIn(text: string, markdown: NonNullable<Source['markdown']>): readonly Span[] {
  const { start: from, blocks, comments } = markdown
  const ticks = [...text.slice(from).matchAll(/(?<!`)(`+)(?!`)[^\r\n]*?[^`]\1(?!`)/g)]
  return [
    ...blocks.flatMap(({ type, start, end }): Span[] =>
      type === 'fence'
        ? [{ start, end, inside: 'code' }]
        : type === 'indented-code'
          ? [{ start, end, inside: 'indented' }]
          : [],
    ),
    ...ticks.map(
      ({ index, 0: whole }): Span => ({
        start: from + index,
        end: from + index + whole.length,
        inside: 'code',
      }),
    ),
    ...comments.map(({ start, end }): Span => ({ start, end, inside: 'comment' })),
  ]
}
