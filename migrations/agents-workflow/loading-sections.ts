import type { Range } from '../../src/core/markdown.ts'
import type { WorkspaceRoots } from '../workspace/workspace-roots.ts'
import { isChoice, isDuty, isLoadingHeading, isOnMatter, saysRead, sourcesIn } from './loading-words.ts'
import type { Piece, Statement } from './pieces.ts'

/** Steps that every task has to begin with; `heading` is theirs, where they have one of their own. */
export type LoadingSection = Range & {
  readonly line: number
  readonly heading: { readonly depth: number; readonly text: string } | null
}

/** What was found: sections that are clearly such steps, and places that may be, by line. */
export type Loading = { readonly sections: readonly LoadingSection[]; readonly doubtful: readonly number[] }

/**
 * Finds the sections that make loading context a duty. A section with a heading of its own goes whole; elsewhere only
 * the paragraph and list that say it. What says it in the midst of other matter is doubtful.
 */
export function loadingSections(pieces: readonly Piece[], roots: WorkspaceRoots): Loading {
  const sections: LoadingSection[] = []
  const doubtful: number[] = []
  for (let index = 0; index < pieces.length; ) {
    const taken = withSteps(pieces, index, roots)
    const [piece] = taken
    if (!piece) break
    const section = ownSection(taken, roots) ?? passage(piece, roots)
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

/** A section with the steps under it that have headings of their own. */
function withSteps(pieces: readonly Piece[], index: number, roots: WorkspaceRoots): readonly Piece[] {
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
function ownSection(taken: readonly Piece[], roots: WorkspaceRoots): LoadingSection | null {
  const [first] = taken
  const heading = first?.heading
  if (!first || !heading || !isLoadingHeading(heading.text) || isChoice(heading.text)) return null
  const steps = taken.slice(1).map((step) => asStatement(step))
  const all = [...taken.flatMap(({ statements }) => statements), ...steps]
  if (all.some((one) => one.form === 'prose' && isChoice(one.text))) return null
  const sources = hardSources(all, roots)
  const numbered = all.filter((one) => one.form === 'number' && loads(one, roots)).length
  const isObliged = isDuty(heading.text) || all.some(({ text }) => isDuty(text))
  const isClear = isObliged ? sources.size > 0 : sources.size > 1 && numbered > 1
  if (!isClear || !isMostlyOnMatter(all, roots)) return null
  const { start, line } = first
  const end = taken.at(-1)?.end ?? first.end
  return { start, end, line, heading: { depth: heading.depth, text: heading.text } }
}

/** In a section about something else: from the statement that obliges to the end of the list under it. */
function passage({ statements }: Piece, roots: WorkspaceRoots): LoadingSection | null {
  const from = statements.findIndex((one) => isDuty(one.text) && (saysRead(one.text) || isOnMatter(one.text)))
  const first = statements[from]
  if (!first) return null
  let to = from + 1
  while (statements[to] && (statements[to]?.form !== 'prose' || loads(statements[to] as Statement, roots)))
    to++
  const taken = statements.slice(from, to)
  const isList = first.form !== 'prose'
  if (isList || hardSources(taken, roots).size < 2 || !isMostlyOnMatter(taken, roots)) return null
  return { start: first.start, end: taken.at(-1)?.end ?? first.end, line: first.line, heading: null }
}

function doubtIn({ heading, statements }: Piece, roots: WorkspaceRoots): number | null {
  const isUnder = heading !== null && (isLoadingHeading(heading.text) || isDuty(heading.text))
  const found = statements.find((one) => loads(one, roots) && (isDuty(one.text) || isUnder))
  return found && !isChoice(found.text) && !isChoice(heading?.text ?? '') ? found.line : null
}

/** Tells to read something of a workspace. */
function loads({ text }: Statement, roots: WorkspaceRoots): boolean {
  return sourcesIn(text, roots).length > 0 && saysRead(text)
}

/** What has to be read; a list item under "read these" need not say so again. */
function hardSources(statements: readonly Statement[], roots: WorkspaceRoots): ReadonlySet<string> {
  const introduced = statements.some(({ text, form }) => form === 'prose' && saysRead(text))
  const hard = statements.filter(
    (one) => !isChoice(one.text) && (loads(one, roots) || (introduced && one.form !== 'prose')),
  )
  return new Set(hard.flatMap(({ text }) => sourcesIn(text, roots)))
}

function isMostlyOnMatter(statements: readonly Statement[], roots: WorkspaceRoots): boolean {
  const on = statements.filter(({ text }) => isOnMatter(text) || sourcesIn(text, roots).length > 0).length
  return on * 2 >= statements.length
}

function asStatement({ heading, start, line }: Piece): Statement {
  const isNumbered = STEP.test(heading?.text ?? '')
  const text = heading?.text ?? ''
  return { start, end: start, line, text, form: isNumbered ? 'number' : 'bullet' }
}
