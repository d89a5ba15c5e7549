import type { Document } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { resolveTarget } from '../../core/path.ts'
import type { Reading, Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { type LoadedText, readLoadedText } from '../../formats/loading.ts'
import { globsIn } from './globs.ts'

/** When an agent loads a file: into every conversation, for the files that its globs match, when asked, or not at all. */
export type LoadMode = 'always' | 'for-paths' | 'on-demand' | 'never'

/** A pattern of files for which a rule is loaded, as written. */
type WrittenGlob = { readonly glob: string; readonly place: Place }

/** What is known of a file that agents load. */
export type InstructionFacts = {
  readonly loaded: LoadedText
  readonly mode: LoadMode
  readonly globs: readonly WrittenGlob[]
  /** Why the front matter, which has the globs, is no YAML. */
  readonly broken?: string
  readonly imports: readonly Import[]
  /** Of what follows the front matter, without comments: equal digests are copies; null for an empty file. */
  readonly body: string | null
  readonly sketch: readonly number[]
}

/** Reads a file of instructions: its size and headings, when it loads, what it imports. */
export function readInstructions(source: Source): Reading {
  const { kind } = source
  const body = bodyOf(source)
  const facts: InstructionFacts = {
    loaded: readLoadedText(source),
    mode: modeOf(kind.id, source.path, source.frontMatter?.fields ?? null),
    globs: globsOf(source),
    ...(source.frontMatter?.broken !== undefined && { broken: source.frontMatter.broken }),
    imports: findImports(source),
    body: body === '' ? null : digest(body),
    sketch: sketch(body),
  }
  return { facts: facts as unknown as Json }
}

/** What the file says: without front matter and comments, in which each agent and each generator has its own words. */
function bodyOf({ text, markdown }: Source): string {
  let at = markdown?.start ?? 0
  let body = ''
  for (const { start, end } of markdown?.comments ?? []) {
    if (start < at) continue
    body += text.slice(at, start)
    at = end
  }
  return (body + text.slice(at)).replaceAll('\r\n', '\n').trim()
}

/** What was read of a document; null for a link or a file that was not read. */
export function factsOf({ facts }: Document): InstructionFacts | null {
  return isJsonObject(facts) && 'loaded' in facts ? (facts as unknown as InstructionFacts) : null
}

/** When the vendor loads a file of a kind, as its front matter says. */
export function modeOf(kind: string, path: string, fields: JsonObject | null): LoadMode {
  switch (kind) {
    case 'claude-rule':
    case 'cline-rule':
      return isNothing(fields?.paths) ? 'always' : 'for-paths'
    case 'cursor-rule':
      return path.toLowerCase().endsWith('.md') ? 'never' : cursorMode(fields)
    case 'copilot-scoped':
      return isNothing(fields?.applyTo) ? 'on-demand' : coversAll(fields?.applyTo) ? 'always' : 'for-paths'
    case 'windsurf-rule':
    case 'agents-rule':
      return WINDSURF[textOf(fields?.trigger)] ?? 'always'
    case 'kiro-steering':
      return KIRO[textOf(fields?.inclusion)] ?? 'always'
    case 'roo-mode-rule':
      return 'on-demand'
    case 'codex-config':
      return 'never'
    default:
      return 'always'
  }
}

/** The modes of Windsurf's `trigger`. */
export const WINDSURF: { readonly [trigger: string]: LoadMode } = {
  always_on: 'always',
  glob: 'for-paths',
  model_decision: 'on-demand',
  manual: 'on-demand',
}

/** The modes of Kiro's `inclusion`. */
export const KIRO: { readonly [inclusion: string]: LoadMode } = {
  always: 'always',
  filematch: 'for-paths',
  manual: 'on-demand',
  auto: 'on-demand',
}

function cursorMode(fields: JsonObject | null): LoadMode {
  if (textOf(fields?.alwaysApply) === 'true') return 'always'
  return isNothing(fields?.globs) ? 'on-demand' : 'for-paths'
}

/** A value of the front matter in lower case; empty for none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : ''
}

/** True for a value that says nothing: none, an empty text or list. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.every((one) => isNothing(one))
  return typeof value === 'string' && /^(?:\[\s*\]|""|'')?$/.test(value.trim())
}

function coversAll(value: Json | undefined): boolean {
  return globsIn(value ?? null).some((glob) => /^\*\*(?:\/\*)?$|^\*$/.test(glob))
}

/** Where each kind keeps its globs. */
const GLOB_FIELDS: { readonly [kind: string]: string } = {
  'claude-rule': 'paths',
  'cursor-rule': 'globs',
  'copilot-scoped': 'applyTo',
  'windsurf-rule': 'globs',
  'kiro-steering': 'fileMatchPattern',
}

/** The globs of a rule that is loaded for some files alone. */
function globsOf({ kind, frontMatter, starts, path }: Source): readonly WrittenGlob[] {
  const field = GLOB_FIELDS[kind.id]
  const value = field === undefined ? undefined : frontMatter?.fields[field]
  if (!frontMatter || value === undefined || modeOf(kind.id, path, frontMatter.fields) !== 'for-paths')
    return []
  const node = frontMatter.nodes.get(`/${field}`)
  if (!node) return []
  const place = placeOf(starts, node.value.start, node.value.end)
  return globsIn(value).map((glob) => ({ glob, place }))
}

/** What Codex may load at most, in bytes, as a line before the first table says. */
export function readCodexConfig({ text }: Source): Reading {
  const top = text.split(/^[ \t]*\[/m, 1)[0] ?? ''
  const [, digits = ''] = /^[ \t]*project_doc_max_bytes[ \t]*=[ \t]*([\d_]{1,12})/m.exec(top) ?? []
  return { facts: { mostBytes: digits === '' ? null : Number(digits.replaceAll('_', '')) } }
}

/** What a file of Codex's settings says that it may load; null where it says nothing. */
export function mostBytesOf(facts: Json): number | null {
  return isJsonObject(facts) && typeof facts.mostBytes === 'number' ? facts.mostBytes : null
}

/** Where a symlink leads, as written; null for another file. */
export function targetOf(facts: Json): string | null {
  return isJsonObject(facts) && typeof facts.target === 'string' ? facts.target : null
}

/** So many files deep are imports followed: the documentation of Claude Code says five. */
export const DEEPEST = 5

/** Imports that are followed for one file; files that all import each other have more ways through them than can be counted. */
const MOST_STEPS = 2000

/** What a file imports, through the files that it imports. */
export type ImportTree = {
  /** The imported files, in order, each once. */
  readonly paths: readonly string[]
  /** Imports of the file itself that come back to it. */
  readonly cycles: readonly Import[]
  /** Imports of the file itself behind which some lie too deep. */
  readonly tooDeep: readonly Import[]
}

/** Follows imports as Claude Code does: files that are read here by their own imports, other files as an end. */
export function followImports(document: Document | null, byPath: ReadonlyMap<string, Document>): ImportTree {
  const paths: string[] = []
  const cycles: Import[] = []
  const tooDeep: Import[] = []
  if (!document) return { paths, cycles, tooDeep }
  let steps = 0
  for (const one of followed(document)) {
    const walk = (from: string, target: string, above: readonly string[]): void => {
      const path = pathOf(from, target)
      steps += 1
      if (path === null || steps > MOST_STEPS) return
      if (above.includes(path)) {
        if (path === document.path) cycles.push(one)
        return
      }
      if (above.length > DEEPEST) {
        tooDeep.push(one)
        return
      }
      if (!paths.includes(path)) paths.push(path)
      const next = byPath.get(path)
      if (next) for (const { target: further } of followed(next)) walk(path, further, [...above, path])
    }
    walk(document.path, one.target, [document.path])
  }
  return { paths, cycles: [...new Set(cycles)], tooDeep: [...new Set(tooDeep)] }
}

/** Imports that an agent follows. */
function followed(document: Document): readonly Import[] {
  return (factsOf(document)?.imports ?? []).filter(({ isCode }) => !isCode)
}

/** Where an import leads: to a path of the repository; null for a place outside of it. */
export function pathOf(from: string, target: string): string | null {
  return target.startsWith('~') || target.startsWith('/') ? null : resolveTarget(from, target)
}

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
function findImports({ text, kind, markdown, starts }: Source): readonly Import[] {
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
