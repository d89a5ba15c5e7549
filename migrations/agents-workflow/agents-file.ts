import type { Edit } from '../../src/core/edit.ts'
import type { FileChange, ForPerson, TextFile, WorkedOut } from '../../src/core/migration.ts'
import type { Settings } from '../../src/core/settings.ts'
import { gapBehind, lineEndOf } from '../../src/formats/line-end.ts'
import { type ReadDocument, readDocument } from '../reading/read-document.ts'
import { type WorkspaceRoots, workspaceRoots } from '../workspace/workspace-roots.ts'
import { CONTEXT_RULE, guidance, MARK, pointer } from './guidance.ts'
import { type LoadingSection, loadingSections } from './loading-sections.ts'
import { piecesOf } from './pieces.ts'

/** What becomes of one file of instructions: its edits, what they take out of it, and what a person has to look at. */
export type AgentsFile = {
  readonly change: FileChange | null
  readonly removed: string | null
  readonly forPerson: readonly ForPerson[]
}

/** How a file of instructions is looked at. */
export type Looking = {
  readonly settings: Settings
  /** The first place where an agent looks: it gets a pointer to memory if it never mentions it. */
  readonly isFirst: boolean
  /** The rule on context memory; null where there is none. */
  readonly rule: string | null
}

/** Takes mandatory context loading out of one file of instructions, and leaves light guidance in its place. */
export function agentsFile({ path, text }: TextFile, { settings, isFirst, rule }: Looking): AgentsFile {
  const nothing = { change: null, removed: null, forPerson: [] }
  const document = readDocument(text, settings)
  if ('refused' in document) return left(path, document.line, document.refused)
  const roots = workspaceRoots(settings)
  const pieces = piecesOf(document).filter((piece) => !text.slice(piece.start, piece.end).includes(MARK))
  const { sections, doubtful } = loadingSections(pieces, roots)
  const forPerson = doubtful.map((line) => ({ path, line, what: DOUBTFUL }))
  const isNamed = isNamedIn(text, rule)
  const wantsPointer = isFirst && sections.length === 0 && doubtful.length === 0 && !isNamed
  if (sections.length === 0 && !wantsPointer) return { ...nothing, forPerson }
  const open = document.markdown.blocks.find(({ closed }) => !closed)
  if (open) return left(path, open.place.line, UNCLOSED)
  const kept = sections.map((section) => trimmed(section, text))
  const edits = wantsPointer
    ? [append(document, pointer(roots, rule))]
    : replace(document, kept, { roots, rule, isThere: text.includes(MARK) })
  return {
    change: { path, kind: 'edit', edits, values: sections.map((section) => foundIn(path, section)) },
    removed: sections.length === 0 ? null : keptText(path, document, kept),
    forPerson,
  }
}

const DOUBTFUL =
  'This may make loading context a duty, in the midst of other matter. If it does, replace it by hand: agents decide from the task whether they need context.'

const UNCLOSED =
  'What opens here is never closed, so nothing can be put below it. Close it, then run this again.'

function left(path: string, line: number, what: string): AgentsFile {
  return { change: null, removed: null, forPerson: [{ path, line, what }] }
}

function isNamedIn(text: string, rule: string | null): boolean {
  return [MARK, 'workspace_get_context', CONTEXT_RULE, ...(rule ? [rule] : [])].some((name) =>
    text.includes(name),
  )
}

/** Blank lines, and a tag that closes what was opened further up, stay. */
function trimmed(section: LoadingSection, text: string): LoadingSection {
  let { end } = section
  for (;;) {
    const words = text.slice(section.start, end).trimEnd()
    end = section.start + words.length
    const [tag, name = ''] = /(?<=^|[\r\n])[ \t]*<\/([a-z][a-z0-9_-]*)>$/i.exec(words) ?? []
    if (tag === undefined || words.includes(`<${name}`)) return { ...section, end }
    end -= tag.length
  }
}

/** The first section becomes the guidance, unless that is there already; the others go. */
function replace(
  { text }: ReadDocument,
  sections: readonly LoadingSection[],
  { roots, rule, isThere }: { roots: WorkspaceRoots; rule: string | null; isThere: boolean },
): Edit[] {
  return sections.map(({ start, end, heading }, index) => {
    if (index > 0 || isThere) return { start, end, text: '' }
    const lines = guidance(roots, rule)
    const all = heading ? [`${'#'.repeat(heading.depth)} Workspace context`, '', ...lines] : lines
    return { start, end, text: all.join(lineEndOf(text)) }
  })
}

/** Below everything, with a blank line between; a text without a last line end stays one. */
function append({ text }: ReadDocument, lines: readonly string[]): Edit {
  const eol = lineEndOf(text)
  const endsLine = text === '' || /[\r\n\ufeff]$/.test(text)
  const gap = text.trim() === '' ? '' : gapBehind(text, eol)
  const last = endsLine ? eol : ''
  return { start: text.length, end: text.length, text: gap + lines.join(eol) + last }
}

function keptText(path: string, { text }: ReadDocument, sections: readonly LoadingSection[]): string {
  const eol = lineEndOf(text)
  const parts = sections.map(({ start, end }) => text.slice(start, end))
  return [`<!-- Was in ${path}. -->`, ...parts].join(eol + eol) + eol
}

function foundIn(path: string, { line, heading }: LoadingSection): WorkedOut {
  const evidence = { kind: 'text', path, line } as const
  return {
    field: 'mandatory loading',
    value: heading?.text ?? 'steps without a heading of their own',
    evidence,
  }
}
