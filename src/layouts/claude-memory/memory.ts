import type { Document, Item, Link } from '../../core/document.ts'
import { isJsonObject, type Json, textList } from '../../core/json.ts'
import { folderOf } from '../../core/path.ts'
import { type FileListing, filesBelow } from '../../core/snapshot.ts'
import type { Reading, Source } from '../../core/source.ts'
import { WHOLE_FILE } from '../../core/text.ts'
import { findRelativeLinks } from '../../formats/free-text.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { type LoadedText, readLoadedText } from '../../formats/loading.ts'
import { isTopicName, nameOf } from './claim.ts'

/** The topic files in the folder of an index, which is not the top, in order of paths. */
export function topicsNextTo(index: string, files: FileListing): readonly string[] {
  const folder = folderOf(index)
  return filesBelow(files, folder).flatMap(({ path }) =>
    folderOf(path) === folder && isTopicName(nameOf(path)) ? [path] : [],
  )
}

/** Files that show that a folder is the workspace of another agent, whose MEMORY.md is read whole and points to nothing. */
const OTHER_AGENT = ['SOUL.md', 'IDENTITY.md', 'HEARTBEAT.md']

/** True for an index in the workspace of an OpenClaw agent. */
export function isOfOtherAgent(index: string, files: FileListing): boolean {
  const folder = folderOf(index)
  return OTHER_AGENT.some((name) => files.has(folder === '' ? name : `${folder}/${name}`))
}

/** What an index says. */
export type IndexFacts = {
  /** It is an index, and not a document that has its name. */
  readonly isIndex: boolean
  readonly loaded: LoadedText
  /** List items and rows of tables that link to a Markdown file, each link by itself. */
  readonly rows: readonly Link[]
  /** Names of files that it mentions in any form, in lower case and without `.md`. */
  readonly names: readonly string[]
}

/** The facts of an index; null for another document, and for one that could not be read. */
export function indexOf({ kind, facts }: Document): IndexFacts | null {
  return kind === 'claude-index' && isJsonObject(facts) ? (facts as unknown as IndexFacts) : null
}

/** Reads the rows of an index and what else it mentions. */
export function readIndex(source: Source): Reading {
  const rows = rowsOf(source)
  const facts: IndexFacts = {
    isIndex: isIndex(source.path, rows),
    // Blanks at the end are not loaded.
    loaded: readLoadedText({ ...source, text: source.text.trimEnd() }),
    rows,
    names: namesIn(source.text, rows),
  }
  return { facts: facts as unknown as Json }
}

/** Links that are no rows: shared rules follow them. */
export function linksOutsideRows(source: Source): readonly Link[] {
  if (!source.markdown) return []
  const rows = new Set(rowsOf(source).map(({ place }) => `${place.line}:${place.column}`))
  return findRelativeLinks(source.markdown).filter(({ place }) => !rows.has(`${place.line}:${place.column}`))
}

/** Rows below `.claude` need no proof; in a folder `memory` one is enough. */
function isIndex(path: string, rows: readonly Link[]): boolean {
  const folder = folderOf(path)
  if (/(?:^|\/)\.claude(?:\/|$)/.test(folder)) return true
  const own = rows.filter(({ target }) => !/^(?:\/|\.\.\/)/.test(target))
  return own.length >= (/(?:^|\/)memory$/.test(folder) ? 1 : 2)
}

/** A list item, or a row of a table. */
const ROW = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|^[ \t]*\|/

const MARKDOWN = /\.md(?:[?#]|$)/i

function rowsOf({ text, starts, markdown }: Source): Link[] {
  if (!markdown) return []
  return findRelativeLinks(markdown).filter(({ target, place }) => {
    const start = starts[place.line - 1] ?? 0
    return MARKDOWN.test(target) && ROW.test(text.slice(start, starts[place.line] ?? text.length))
  })
}

/**
 * Names with `.md`, `[[names]]`, and names in code. A name starts where no sign of one is before it: otherwise each sign of a
 * long line without blanks would be tried as the first.
 */
const NAMES =
  /(?<![^\s`"'()[\]<>|*,;:])([^\s`"'()[\]<>|*,;:]{1,400})\.md\b|\[\[([^\]\r\n|#]{1,200})|`([\w./-]{1,200})`/gi

const MOST_NAMES = 5000

/** Names of files that a text mentions, in lower case and without `.md`: of these links, and in any other form. */
export function namesIn(text: string, rows: readonly Link[]): string[] {
  const written = [...text.matchAll(NAMES)].map(([, file, wiki, code]) => file ?? wiki ?? code ?? '')
  const linked = rows.map(({ target }) => decoded(target.split(/[?#]/, 1)[0] ?? ''))
  return [...new Set([...linked, ...written].map(plainName))].slice(0, MOST_NAMES)
}

/** The name of a file as indexes mention it: in lower case, without its folder and `.md`. */
export function plainName(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/i, '')
    .trim()
    .toLowerCase()
}

/** A target without its percent-encoding. */
export function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** A topic file is one item, known by its name; what its front matter says is optional. */
export function readTopic({ path, text, markdown, frontMatter }: Source): Reading {
  if (!markdown) return {}
  const { name, description, type, metadata } = frontMatter?.fields ?? {}
  const heading = markdown.headings.find(({ topLevel }) => topLevel)
  const body = text.slice(markdown.start)
  const kind = textOf(type) ?? textOf((metadata as { type?: unknown } | null | undefined)?.type)
  const item: Item = {
    kind: 'topic',
    key: path.toLowerCase(),
    title: textOf(name) ?? heading?.text ?? plainName(nameOf(path)),
    place: heading?.place ?? WHOLE_FILE,
    ...bodyMarks(body),
    fields: { type: kind, description: textOf(description) },
  }
  return { items: [item], facts: { names: namesIn(text, findRelativeLinks(markdown)) } satisfies Json }
}

/** Names of files that a topic mentions, in lower case and without `.md`. */
export function namesOf({ facts }: Document): readonly string[] {
  return isJsonObject(facts) ? textList(facts.names) : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
