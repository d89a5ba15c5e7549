import type {
  ChangeSet,
  FileChange,
  ForPerson,
  Migration,
  MigrationInput,
  TextFile,
  WorkedOut,
} from '../src/core/migration.ts'
import type { Settings } from '../src/core/settings.ts'
import type { Edit } from '../src/core/text.ts'
import { gapBehind, lineEndOf } from '../src/formats/line-end.ts'
import { type WorkspaceSettings, workspaceSettings } from '../src/layouts/workspace/settings.ts'
import { type LoadingSection, loadingSections, splitAtHeadings } from './agents-workflow/loading-sections.ts'
import { findBlockingPath, hasWorkspace, type ReadDocument, readDocument } from './reading/workspace.ts'

/** The file where agents look first, at the root; a folder may have one as well. */
const FIRST = 'AGENTS.md'

/** In AGENTS.md, light guidance takes the place of steps that load context before every task. */
export const agentsWorkflow: Migration = {
  id: '0005-agents-workflow',
  summary:
    'Replaces mandatory context loading in AGENTS.md by light guidance, and keeps the old steps in an archive.',
  wants: ({ path }) => path === FIRST || path.endsWith(`/${FIRST}`),
  plan: (input) => {
    const roots = workspaceSettings(input.settings)
    if (!hasWorkspace(input.present, roots)) return { sets: [], forPerson: [] }
    const forPerson: ForPerson[] = []
    const rule = `${roots.hotRules}/${CONTEXT_RULE}`
    const looking = { settings: input.settings, rule: input.present.has(rule) ? rule : null }
    const taken = new Set([...input.present.keys()].map((path) => path.toLowerCase()))
    const blocked = findBlockingPath(input.present, archiveDirectory(input.settings))
    const sets: ChangeSet[] = []
    // What a symlink leads to is changed where it lies.
    for (const file of input.files.filter(({ path }) => input.present.get(path)?.mode !== 'link')) {
      const isFirst = file.path === FIRST
      const { change, removed, forPerson: more } = planAgentsFile(file, { ...looking, isFirst })
      forPerson.push(...more)
      if (change === null) continue
      if (removed === null) sets.push([change])
      else if (blocked !== null) forPerson.push(noArchive(file.path, blocked))
      else {
        const path = archivePath(file.path, input, taken)
        taken.add(path.toLowerCase())
        sets.push([{ path, kind: 'create', text: removed, values: [] }, change])
      }
    }
    return { sets, forPerson }
  },
}

function noArchive(path: string, blocked: string): ForPerson {
  const what = `Its steps that load context stay: ${blocked} is not a directory, so they could not be archived. Move it away, then run this again.`
  return { path, line: 1, what }
}

/** What becomes of one file of instructions: its edits, what they take out of it, and what a person has to look at. */
type AgentsFile = {
  readonly change: FileChange | null
  readonly removed: string | null
  readonly forPerson: readonly ForPerson[]
}

/** How a file of instructions is looked at. */
type AgentsFileContext = {
  readonly settings: Settings
  /** The first place where an agent looks: it gets a pointer to memory if it never mentions it. */
  readonly isFirst: boolean
  /** The rule on context memory; null where there is none. */
  readonly rule: string | null
}

/** Takes mandatory context loading out of one file of instructions, and leaves light guidance in its place. */
function planAgentsFile(
  { path, text }: TextFile,
  { settings, isFirst, rule }: AgentsFileContext,
): AgentsFile {
  const nothing = { change: null, removed: null, forPerson: [] }
  const document = readDocument(text, settings)
  if ('refused' in document) return left(path, document.line, document.refused)
  const roots = workspaceSettings(settings)
  const pieces = splitAtHeadings(document).filter(
    (piece) => !text.slice(piece.start, piece.end).includes(GUIDANCE_MARK),
  )
  const { sections, doubtful } = loadingSections(pieces, roots)
  const forPerson = doubtful.map((line) => ({ path, line, what: DOUBTFUL }))
  const isNamed = isNamedIn(text, rule)
  const wantsPointer = isFirst && sections.length === 0 && doubtful.length === 0 && !isNamed
  if (sections.length === 0 && !wantsPointer) return { ...nothing, forPerson }
  const open = document.markdown.blocks.find(({ closed }) => !closed)
  if (open) return left(path, open.place.line, UNCLOSED)
  const kept = sections.map((section) => trimmed(section, text))
  const edits = wantsPointer
    ? [append(document, pointerLines(roots, rule))]
    : replace(document, kept, { roots, rule, isThere: text.includes(GUIDANCE_MARK) })
  return {
    change: { path, kind: 'edit', edits, values: sections.map((section) => foundIn(path, section)) },
    removed: sections.length === 0 ? null : keptText(path, document, kept),
    forPerson,
  }
}

const DOUBTFUL =
  'This may make loading context a duty, in the middle of other text. If it does, replace it by hand: agents decide from the task whether they need context.'

const UNCLOSED =
  'The block that opens here is never closed, so nothing can be put below it. Close it, then run this again.'

function left(path: string, line: number, what: string): AgentsFile {
  return { change: null, removed: null, forPerson: [{ path, line, what }] }
}

function isNamedIn(text: string, rule: string | null): boolean {
  return [GUIDANCE_MARK, 'workspace_get_context', CONTEXT_RULE, ...(rule ? [rule] : [])].some((name) =>
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

/**
 * The first section becomes the guidance, unless that is there already; the others go. Where only items of lists go, the
 * guidance goes below everything.
 */
function replace(
  document: ReadDocument,
  sections: readonly LoadingSection[],
  { roots, rule, isThere }: { roots: WorkspaceSettings; rule: string | null; isThere: boolean },
): Edit[] {
  const { text } = document
  const lines = guidanceLines(roots, rule)
  const place = isThere ? undefined : sections.find(({ isItem }) => !isItem)
  const edits = sections.map((section): Edit => {
    const { start, end, heading, isItem } = section
    if (isItem) return { start, end: endOf(text, section), text: '' }
    if (section !== place) return { start, end, text: '' }
    const all = heading ? [`${'#'.repeat(heading.depth)} ${GUIDANCE_HEADING}`, '', ...lines] : lines
    return { start, end, text: all.join(lineEndOf(text)) }
  })
  const isBelow = !isThere && place === undefined
  return isBelow ? [...edits, append(document, [`## ${GUIDANCE_HEADING}`, '', ...lines])] : edits
}

/** Where what goes ends: an item of a list goes with the end of its line. */
function endOf(text: string, { end, isItem }: LoadingSection): number {
  if (!isItem) return end
  return end + (/^(?:\r\n|\n|\r)/.exec(text.slice(end, end + 2))?.[0].length ?? 0)
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
  const parts = sections.map((section) => text.slice(section.start, endOf(text, section)))
  const lines = parts.map((part) => (/[\r\n]$/.test(part) ? part : part + eol))
  return [`<!-- Was in ${path}. -->${eol}`, ...lines].join(eol)
}

function foundIn(path: string, { line, heading }: LoadingSection): WorkedOut {
  const evidence = { kind: 'text', path, line } as const
  return {
    field: 'mandatory loading',
    value: heading?.text ?? 'steps without a heading',
    evidence,
  }
}

/** The directory next to the rules that keeps removed instructions. */
function archiveDirectory(settings: Settings): string {
  const { hotRules } = workspaceSettings(settings)
  const parent = hotRules.slice(0, Math.max(hotRules.lastIndexOf('/'), 0))
  return parent === '' ? `${hotRules}/archive` : `${parent}/archive`
}

/** A free path for what is taken out of a file today: `agent/rules/archive/AGENTS-2026-03-01.md`. */
function archivePath(path: string, { settings, today }: MigrationInput, taken: ReadonlySet<string>): string {
  const name = path.replace(/\.md$/, '').replaceAll('/', '-')
  const stem = `${archiveDirectory(settings)}/${name}-${today}`
  let result = `${stem}.md`
  for (let number = 2; taken.has(result.toLowerCase()); number++) result = `${stem}-${number}.md`
  return result
}

/** The mark by which the migration finds its own text. */
export const GUIDANCE_MARK = '<!-- memkeep: agents-workflow -->'

const GUIDANCE_HEADING = 'Workspace context'

/** The rule file that says more, in the rule directory. */
const CONTEXT_RULE = 'context-memory-rule.md'

/** What takes the place of mandatory loading; lines without line ends. `rule` is the path of the rule that says more. */
function guidanceLines({ resources }: WorkspaceSettings, rule: string | null): readonly string[] {
  return [
    GUIDANCE_MARK,
    '',
    'Workspace context is optional. Decide from the task whether it needs any; nothing has to be loaded or confirmed first.',
    '',
    `- Load it when the task touches a path with \`workspaces/\` or \`${resources}/\` in it, names a workspace, a domain or`,
    '  a repository, or depends on the structure, the conventions or the history of a project.',
    '- Do without for general questions, small edits that come with all they need, and repairs of infrastructure.',
    '- Start with `workspace_get_context` and its defaults, for the narrowest scope that fits, and ask for more only when',
    `  they show what. Without that tool, begin with the front matter of \`${resources}/{scope}/OVERVIEW.md\`.`,
    ...(rule === null ? [] : [`- \`${rule}\` says more, and what to save.`]),
  ]
}

/** The text for an AGENTS.md that never mentions memory. */
function pointerLines({ resources, memory }: WorkspaceSettings, rule: string | null): readonly string[] {
  return [
    '## Workspace memory',
    '',
    GUIDANCE_MARK,
    '',
    `What is known of the workspaces here lies in \`${resources}/\` and \`${memory}/\`. It loads on demand: call`,
    '`workspace_get_context` when a task touches a workspace, or read the front matter of its OVERVIEW.md.',
    ...(rule === null ? [] : [`\`${rule}\` says when, and what to save.`]),
  ]
}
