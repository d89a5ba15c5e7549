import type { Document } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { type LoadedText, readLoadedText } from '../../formats/loading.ts'
import { readSayings, type Sayings } from '../../formats/statements/sayings.ts'
import { globsIn } from './globs.ts'
import { findImports, type Import } from './imports.ts'

/** When an agent loads a file: into every conversation, for the files that its globs match, when asked, or not at all. */
export type LoadMode = 'always' | 'for-paths' | 'on-demand' | 'never'

/** A pattern of files for which a rule is loaded, as written. */
type WrittenGlob = { readonly glob: string; readonly place: Place }

/** What is known of a file that agents load. */
export type InstructionFacts = Sayings & {
  readonly loaded: LoadedText
  readonly mode: LoadMode
  readonly globs: readonly WrittenGlob[]
  /** Why the front matter, which has the globs, is no YAML. */
  readonly broken?: string
  readonly imports: readonly Import[]
  /** Of what follows the front matter, without comments: equal digests are copies; null for an empty file. */
  readonly body: string | null
  readonly sketch: readonly number[]
  /** The file of instructions that these words are all about: `See AGENTS.md.` says nothing else. */
  readonly stub?: string
}

/** Reads a file of instructions: its size and headings, when it loads, what it imports. */
export function readInstructions(source: Source): Reading {
  const { kind } = source
  const body = bodyOf(source)
  const imports = findImports(source)
  const stub = stubIn(body)
  const facts: InstructionFacts = {
    loaded: readLoadedText(source),
    mode: modeOf(kind.id, source.path, source.frontMatter?.fields ?? null),
    globs: globsOf(source),
    ...(source.frontMatter?.broken !== undefined && { broken: source.frontMatter.broken }),
    imports,
    ...(stub !== null && imports.length === 0 && { stub }),
    body: body === '' ? null : digest(body),
    sketch: sketch(body),
    ...readSayings(source),
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

/** Words of a stub below its headings. */
const STUB = 160

/** The one file of instructions that a text of a line or two names. */
function stubIn(body: string): string | null {
  if (body.length > 4 * STUB) return null
  const words = body.replaceAll(/^#.*$/gm, '').trim()
  const named = new Set(
    [...words.matchAll(/(?<![\w./-])(?:\.\/)?((?:AGENTS|CLAUDE|GEMINI|QWEN)\.md)\b/g)].map(
      ([, name]) => name,
    ),
  )
  const [only, ...more] = named
  return only !== undefined && more.length === 0 && words.length <= STUB ? only : null
}

/** What was read of a document; null for a link or a file that was not read. */
export function factsOf({ facts }: Document): InstructionFacts | null {
  return isJsonObject(facts) && 'loaded' in facts ? (facts as unknown as InstructionFacts) : null
}

/** When the vendor loads a file of a kind, as its front matter says. */
export function modeOf(kind: string, path: string, fields: JsonObject | null): LoadMode {
  switch (kind) {
    case 'claude-rule':
      return isNothing(fields?.paths) || globsIn(fields?.paths ?? null).includes('**')
        ? 'always'
        : 'for-paths'
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
    case 'agent-settings':
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
  return globsIn(value ?? null).some((glob) => ALL.test(glob))
}

/** True for a rule whose globs are all files. */
export function isForAll({ globs }: InstructionFacts): boolean {
  return globs.some(({ glob }) => ALL.test(glob))
}

const ALL = /^\*\*(?:\/\*)?$|^\*$/

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

/** What the settings of an agent change of its loading. */
export type AgentSettings = {
  /** What Codex loads at most, in bytes. */
  readonly mostBytes?: number
  /** Names that count as instructions: after those of Codex, or in the place of an agent's own. */
  readonly names?: readonly string[]
  /** Globs of files that are not loaded. */
  readonly excludes?: readonly string[]
  /** Globs of further files that are loaded. */
  readonly further?: readonly string[]
}

/** What Codex may load, as lines before the first table say. */
export function readCodexConfig({ text }: Source): Reading {
  const top = text.split(/^[ \t]*\[(?!["'\]])/m, 1)[0] ?? ''
  const [, digits = ''] = /^[ \t]*project_doc_max_bytes[ \t]*=[ \t]*([\d_]{1,12})/m.exec(top) ?? []
  const [, names = ''] = /^[ \t]*project_doc_fallback_filenames[ \t]*=[ \t]*\[([^\]]*)\]/m.exec(top) ?? []
  const facts: AgentSettings = {
    ...(digits !== '' && { mostBytes: Number(digits.replaceAll('_', '')) }),
    names: [...names.matchAll(/"([^"\r\n]*)"|'([^'\r\n]*)'/g)].map(([, one, other]) => one ?? other ?? ''),
  }
  return { facts: facts as Json }
}

/** What the settings of other agents say, which have it in JSON with comments: keys of these names are elsewhere in none of them. */
export function readAgentSettings({ text, path }: Source): Reading {
  const facts: AgentSettings = path.endsWith('opencode.json')
    ? { further: listOf(text, /"instructions"\s*:\s*(\[[^\]]*\])/) }
    : {
        names: listOf(text, /"fileName"\s*:\s*("[^"]*"|\[[^\]]*\])/),
        excludes: listOf(text, /"claudeMdExcludes"\s*:\s*(\[[^\]]*\])/),
      }
  return { facts: facts as Json }
}

/** The texts of a value: one text, or a list of them. */
function listOf(text: string, key: RegExp): readonly string[] {
  const [, value = ''] = key.exec(text) ?? []
  return [...value.matchAll(/"([^"]*)"/g)].map(([, one = '']) => one)
}

/** What a file of settings changes. */
export function settingsOf(facts: Json): AgentSettings {
  return isJsonObject(facts) ? (facts as unknown as AgentSettings) : {}
}

/** Where a symlink leads, as written; null for another file. */
export function targetOf(facts: Json): string | null {
  return isJsonObject(facts) && typeof facts.target === 'string' ? facts.target : null
}
