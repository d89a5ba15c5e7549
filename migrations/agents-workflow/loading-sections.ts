import type { Heading, Range } from '../../src/core/source.ts'
import { lineAt } from '../../src/core/text.ts'
import type { WorkspaceSettings } from '../../src/layouts/workspace/settings.ts'
import type { ReadDocument } from '../reading/workspace.ts'

/** Steps that every task must begin with; `heading` is null where they have no separate one. */
export type LoadingSection = Range & {
  readonly line: number
  readonly heading: { readonly depth: number; readonly text: string } | null
  /** One item among others of a list: nothing can take its place there. */
  readonly isItem?: boolean
}

/** What was found: sections that are clearly such steps, and places that may be, by line. */
type Loading = { readonly sections: readonly LoadingSection[]; readonly doubtful: readonly number[] }

/**
 * Finds the sections that make loading context a duty. A section with such a heading is removed whole; elsewhere only the
 * paragraph and list with the duty are. A duty in the middle of other text is doubtful.
 */
export function loadingSections(pieces: readonly Piece[], roots: WorkspaceSettings): Loading {
  const sections: LoadingSection[] = []
  const doubtful: number[] = []
  for (let index = 0; index < pieces.length; ) {
    const taken = withSteps(pieces, index, roots)
    const [piece] = taken
    if (!piece) break
    const section = ownSection(taken, roots) ?? passage(piece, roots) ?? oneOrder(piece)
    if (section) sections.push(section)
    else {
      const line = doubtIn(piece, roots)
      if (line !== null) doubtful.push(line)
    }
    index += section?.heading ? taken.length : 1
  }
  return { sections, doubtful }
}

const STEP = /^(?:step|phase)?[ #:]*\d+\b/i

/** A section with its subsections that are such steps. */
function withSteps(pieces: readonly Piece[], index: number, roots: WorkspaceSettings): readonly Piece[] {
  const depth = pieces[index]?.heading?.depth ?? 6
  let end = index + 1
  for (; end < pieces.length; end++) {
    const { heading, statements } = pieces[end] as Piece
    if (!heading || heading.depth <= depth) break
    const isStep = STEP.test(heading.text) || sourcesIn(heading.text, roots).length > 0
    if (!isStep && !statements.some((one) => loads(one, roots))) break
  }
  return pieces.slice(index, end)
}

/** The section that a heading announces: at least half of what it says must be about workspaces. */
function ownSection(taken: readonly Piece[], roots: WorkspaceSettings): LoadingSection | null {
  const [first] = taken
  const heading = first?.heading
  if (!first || !heading || isChoice(heading.text)) return null
  if (!isLoadingHeading(heading.text) && !(isDuty(heading.text) && isAboutWorkspaces(heading.text)))
    return null
  const steps = taken.slice(1).map((step) => asStatement(step))
  const all = [...taken.flatMap(({ statements }) => statements), ...steps]
  if (all.some((one) => one.form === 'prose' && isChoice(one.text))) return null
  const sources = hardSources(all, roots)
  const numbered = all.filter((one) => one.form === 'number' && loads(one, roots)).length
  const isObliged = isDuty(heading.text) || all.some(({ text }) => isDuty(text))
  const isClear = isObliged ? sources.size > 0 : sources.size > 1 && numbered > 1
  if (!isClear || !isMostlyAboutWorkspaces(all, roots)) return null
  const { start, line } = first
  const end = taken.at(-1)?.end ?? first.end
  return { start, end, line, heading: { depth: heading.depth, text: heading.text } }
}

/** In a section about something else: from the statement that obliges to the end of the list under it. */
function passage({ statements }: Piece, roots: WorkspaceSettings): LoadingSection | null {
  const from = statements.findIndex(
    (one) => isDuty(one.text) && (asksToRead(one.text) || isAboutWorkspaces(one.text)),
  )
  const first = statements[from]
  if (!first) return null
  let to = from + 1
  while (statements[to] && (statements[to]?.form !== 'prose' || loads(statements[to] as Statement, roots)))
    to++
  const taken = statements.slice(from, to)
  const isList = first.form !== 'prose'
  if (isList || hardSources(taken, roots).size < 2 || !isMostlyAboutWorkspaces(taken, roots)) return null
  return { start: first.start, end: taken.at(-1)?.end ?? first.end, line: first.line, heading: null }
}

/** A paragraph or an item that orders the context of a workspace for every task, and says nothing else. */
function oneOrder({ statements }: Piece): LoadingSection | null {
  const order = statements.find(
    ({ text }) => isDuty(text) && asksToRead(text) && WHOLE_CONTEXT.test(text) && EVERY_TASK.test(text),
  )
  if (!order) return null
  const { start, end, line, form } = order
  return { start, end, line, heading: null, isItem: form !== 'prose' && statements.length > 1 }
}

function doubtIn({ heading, statements }: Piece, roots: WorkspaceSettings): number | null {
  const isUnder =
    (heading !== null && (isLoadingHeading(heading.text) || isDuty(heading.text))) ||
    statements.some(({ text, form }) => form === 'prose' && isDuty(text) && STEPS.test(text))
  const found = statements.find((one) => loads(one, roots) && (isDuty(one.text) || isUnder))
  return found && !isChoice(found.text) && !isChoice(heading?.text ?? '') ? found.line : null
}

/** An instruction to read something of a workspace. */
function loads({ text }: Statement, roots: WorkspaceSettings): boolean {
  return sourcesIn(text, roots).length > 0 && asksToRead(text)
}

/** What has to be read; a list item under "read these" need not say so again. */
function hardSources(statements: readonly Statement[], roots: WorkspaceSettings): ReadonlySet<string> {
  const introduced = statements.some(({ text, form }) => form === 'prose' && asksToRead(text))
  const hard = statements.filter(
    (one) => !isChoice(one.text) && (loads(one, roots) || (introduced && one.form !== 'prose')),
  )
  return new Set(hard.flatMap(({ text }) => sourcesIn(text, roots)))
}

function isMostlyAboutWorkspaces(statements: readonly Statement[], roots: WorkspaceSettings): boolean {
  const on = statements.filter(
    ({ text }) => isAboutWorkspaces(text) || sourcesIn(text, roots).length > 0,
  ).length
  return on * 2 >= statements.length
}

function asStatement({ heading, start, line }: Piece): Statement {
  const isNumbered = STEP.test(heading?.text ?? '')
  const text = heading?.text ?? ''
  return { start, end: start, line, text, form: isNumbered ? 'number' : 'bullet' }
}

const CALL = /\bworkspace_get_context\b/
const CONTEXT =
  /\bworkspace contexts?\b|\bcontext loading\b|\bcontext of (?:the|each|every|all) workspaces?\b/i

/** Files and folders of a workspace that instructions may name, and the call that reads them. */
const SOURCES: readonly RegExp[] = [
  /\bABSTRACT(?:\.md)?\b/,
  /\bOVERVIEW(?:\.md)?\b|\boverview\.md\b/,
  /(?<![A-Za-z0-9])_plans\b/,
  /(?<![A-Za-z0-9])_features\b/,
  /(?<![A-Za-z0-9])_spikes\b/,
  /(?<![A-Za-z0-9])_architecture\b/,
  // In a directory of another name they are not files of a workspace.
  /(?<![\w-]\/)\bdecisions\.md\b/,
  /(?<![\w-]\/)\blessons\.md\b/,
  CALL,
  CONTEXT,
]

/** What brings the context of a workspace whole. */
const WHOLE_CONTEXT = new RegExp(`${CALL.source}|${CONTEXT.source}`, 'i')

/** Words by which an order is for everything that an agent does. */
const EVERY_TASK =
  /\b(?:every|each|any|all) (?:new )?(?:tasks?|conversations?|sessions?|requests?|prompts?)\b|\bbefore (?:you |we )?(?:start|begin|do anything|anything)|\bmandatory\b/i

/** A sentence about steps of a list. */
const STEPS = /\b(?:these|those|all|above|the) (?:\w+ )?steps?\b|\bthis (?:order|sequence|workflow)\b/i

const READ =
  /\b(?:read|reads|reading|re-?read|load|loads|loading|open|review|reviewing|check|checking|scan|consult|study|gather|fetch|call|list|browse|understand|look|go through|familiari[sz]e)\b/i

/** What a heading over such steps says. */
const HEADING =
  /\b(?:context|workspace|memory)\b.*\b(?:load(?:ing)?|read(?:ing)?|gathering|discovery|detection|bootstrap|initiali[sz]ation|protocol|ceremony)\b|\b(?:load(?:ing)?|read(?:ing)?|gather(?:ing)?)\b.*\b(?:context|workspace|memory|overview|abstract)\b|\bbefore (?:you |we )?(?:start|begin|do|work|any|every|each|writ|anything)|\b(?:session|conversation|task) start(?:up)?\b|\bstart of (?:every|each|a|the) (?:session|conversation|task)\b/i

const DUTY =
  /\bmust\b|\bmandatory\b|\brequired\b|\bnon-negotiable\b|\balways\b|\bbefore (?:you |we )?(?:start|begin|do|work|writ|answer|any|every|each)|\b(?:every|each|any) (?:task|conversation|session|request)\b|\b(?:do not|don't|never) (?:start|begin|proceed|skip)\b|\bno exceptions?\b/i

/** Words that leave the choice to the agent: such text is no duty. */
const CHOICE =
  /\boptional(?:ly)?\b|\b(?:when|if|as|where|unless) (?:it is |it's |you |the task |really )*(?:need|needs|needed|relevant|necessary|helpful|useful)\b|\bon demand\b|\bdecide\b|\b(?:not|never|nothing is|no longer) (?:mandatory|required|needed|necessary)\b|\bno need\b|\bdo(?:es)? not (?:have|need) to\b/i

const MATTER = /\b(?:workspaces?|domains?|scopes?|context|memory|overviews?|abstracts?|plans?)\b/i

/** True when a text names anything of a workspace. */
function sourcesIn(text: string, { resources, memory }: WorkspaceSettings): readonly string[] {
  const named = SOURCES.filter((source) => source.test(text)).map(({ source }) => source)
  return [...named, ...[resources, memory].filter((root) => text.includes(`${root}/`))]
}

/** True when a text is an instruction to read. */
function asksToRead(text: string): boolean {
  return READ.test(text)
}

/** True for the heading of steps that load context. */
function isLoadingHeading(text: string): boolean {
  return HEADING.test(text)
}

/** True when a text leaves no choice. */
function isDuty(text: string): boolean {
  return DUTY.test(text) && !isChoice(text)
}

/** True when a text leaves it to the agent. */
function isChoice(text: string): boolean {
  return CHOICE.test(text)
}

/** True when a text is about workspaces, in any way. */
function isAboutWorkspaces(text: string): boolean {
  return MATTER.test(text)
}

/** A paragraph or a list item, in one line; a heading says what its section is about and is none. */
type Statement = Range & {
  readonly text: string
  readonly line: number
  /** `bullet` and `number` are list items. */
  readonly form: 'prose' | 'bullet' | 'number'
}

/** A heading with the text up to the next one at any depth; the first piece of a text may have no heading. */
type Piece = Range & {
  readonly heading: Heading | null
  readonly line: number
  readonly statements: readonly Statement[]
}

const ITEM = /^[ \t>]*(?:([-+*])|\d{1,9}[.)])[ \t]+(?=\S)/

/** Splits a text at its headings. Code and comments are ignored. */
export function splitAtHeadings(document: ReadDocument): Piece[] {
  const { markdown, text, starts } = document
  const headings = markdown.headings.filter(({ topLevel }) => topLevel)
  const first = headings[0]?.start ?? text.length
  const cuts = [
    ...(text.slice(markdown.start, first).trim() === '' ? [] : [{ start: markdown.start, heading: null }]),
    ...headings.map((heading) => ({ start: heading.start, heading })),
  ]
  return cuts.map(({ start, heading }, index) => {
    const end = cuts[index + 1]?.start ?? text.length
    const body = { start: heading?.end ?? start, end }
    return { start, end, heading, line: lineAt(starts, start), statements: statementsIn(document, body) }
  })
}

function statementsIn({ text, starts, markdown }: ReadDocument, { start, end }: Range): Statement[] {
  const { blocks, comments } = markdown
  const silent: readonly Range[] = [
    ...blocks.filter(({ type }) => type === 'fence' || type === 'indented-code'),
    ...comments,
  ].filter((range) => range.start < end && range.end > start)
  const found: Statement[] = []
  let isOpen = false
  for (let number = lineAt(starts, start); number <= starts.length; number++) {
    const from = Math.max(starts[number - 1] ?? end, start)
    if (from >= end) break
    const line = { start: from, end: Math.min(starts[number] ?? end, end) }
    const words = text.slice(line.start, line.end).trim()
    if (words === '' || silent.some((range) => range.start < line.end && range.end > line.start)) {
      isOpen = false
      continue
    }
    const item = ITEM.exec(text.slice(line.start, line.end))
    const last = found.at(-1)
    const wordsEnd = line.start + text.slice(line.start, line.end).trimEnd().length
    if (isOpen && last && !item) {
      found[found.length - 1] = { ...last, end: wordsEnd, text: `${last.text} ${words}` }
    } else {
      const form = item ? (item[1] ? 'bullet' : 'number') : 'prose'
      found.push({ start: line.start, end: wordsEnd, text: words, line: number, form })
    }
    isOpen = true
  }
  return found
}
