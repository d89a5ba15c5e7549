import type { Document } from '../../core/document.ts'
import type { Claim, Layout } from '../../core/layout.ts'
import { lintDocument } from '../../core/lint.ts'
import type { Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { Data, FrontMatter, Kind, Markdown, ParseProblem, SecretHit, Source } from '../../core/source.ts'
import { type LineStarts, lineCount, lineStarts, placeOf, WHOLE_FILE } from '../../core/text.ts'
import { frontMatterForm } from '../../formats/agent-rule.ts'
import { findCitations } from '../../formats/citations/find-citations.ts'
import { suppressionsOf } from '../../formats/comments.ts'
import { decodeText, replaceBadBytes } from '../../formats/decode-text.ts'
import { findRelativeLinks } from '../../formats/free-text.ts'
import { readFrontMatter } from '../../formats/front-matter.ts'
import { parseJson } from '../../formats/json/json.ts'
import { parsePlan } from '../../formats/markdown/parse-markdown.ts'
import { type Engine, planCost, planMarkdown } from '../../formats/markdown/plan-markdown.ts'
import { findSecrets, redactSecrets } from '../../formats/secrets.ts'
import { readSections } from '../../formats/sections.ts'
import { estimateTokens } from '../../formats/tokens.ts'
import { parseYaml } from '../../formats/yaml/yaml.ts'

/** One file for the document stage. */
export type StageInput = {
  readonly path: string
  readonly bytes: Uint8Array
  /** The content's id. */
  readonly id: string
  readonly layout: Layout
  readonly claim: Claim
  readonly rules: readonly Rule[]
  readonly settings: Settings
  /** `remark` leaves the line scan out and lets remark read every byte. */
  readonly parser?: 'auto' | 'remark' | undefined
}

/** What parsing one text gives, without its path and kind. */
type Parsed = {
  readonly frontMatter: FrontMatter | null
  readonly markdown: Markdown | null
  readonly data: Data | null
  readonly problems: readonly ParseProblem[]
}

const NOTHING: Parsed = { frontMatter: null, markdown: null, data: null, problems: [] }

/** The document stage: bytes → text → tree → plain facts and findings. It depends on nothing but its input. */
export async function documentStage(input: StageInput): Promise<Document> {
  const source = await readToCheck(input)
  const document = lintDocument(source, identityOf(source, input), input.rules)
  // Where no item is known, the file as a whole is not.
  if (!source.replaced || document.items.length > 0) return document
  const unread = await readSource(input)
  return lintDocument(unread, identityOf(unread, input), input.rules)
}

/**
 * One file, parsed, to be checked and for nothing that writes: in a text that cannot be read for a few bytes those are replaced, so
 * that they cost one item and not all. An item that is its whole file and is known by its front matter cannot be read without them.
 */
export async function readToCheck(input: StageInput): Promise<Source> {
  const source = await readSource(input)
  const { kind, text } = source
  const isOpen = text === '' && kind.format === 'markdown' && kind.frontMatter !== 'required'
  const read = isOpen && !sizeProblem(input) ? replaceBadBytes(input.bytes) : null
  if (!read || read.replaced.length === 0) return source
  const starts = lineStarts(read.text)
  const parsed = await parse(read.text, starts, { input, kind })
  return {
    ...source,
    ...textFacts(read.text, input, kind),
    starts,
    ...parsed,
    problems: [...source.problems, ...parsed.problems],
    replaced: read.replaced,
  }
}

/**
 * The first half of it: one file, parsed; of one with a byte that is not UTF-8 the text is empty. Do not store it. The last few are
 * kept, because tools read a file twice.
 */
export async function readSource(input: StageInput): Promise<Source> {
  const known = lastRead.find((one) => isSame(one.input, input))
  if (known) return known.source
  const source = await parseSource(input)
  if (source.problems.every(({ transient }) => !transient)) lastRead.unshift({ input, source })
  lastRead.splice(AT_HAND)
  return source
}

/** A log and its index, before a change and after. */
const AT_HAND = 4

const lastRead: { readonly input: StageInput; readonly source: Source }[] = []

/** Everything that a parse depends on. */
function isSame(a: StageInput, b: StageInput): boolean {
  if (a.path !== b.path || a.bytes.length !== b.bytes.length || a.layout !== b.layout) return false
  if (
    a.claim.kind !== b.claim.kind ||
    a.claim.scope !== b.claim.scope ||
    (a.parser ?? 'auto') !== (b.parser ?? 'auto')
  )
    return false
  return Buffer.compare(a.bytes, b.bytes) === 0 && JSON.stringify(a.settings) === JSON.stringify(b.settings)
}

async function parseSource(input: StageInput): Promise<Source> {
  const kind = kindOf(input.layout, input.claim)
  const decoded = decodeText(input.bytes)
  const starts = lineStarts(decoded.text)
  const tooLarge = sizeProblem(input)
  const problem = tooLarge ?? ('problem' in decoded ? decoded.problem : null)
  const parsed = problem
    ? { ...NOTHING, problems: [problem] }
    : await parse(decoded.text, starts, { input, kind })
  const text = tooLarge ? '' : decoded.text
  return {
    path: input.path,
    kind,
    scope: input.claim.scope,
    starts,
    ...parsed,
    ...textFacts(text, input, kind),
    settings: input.settings,
  }
}

function textFacts(text: string, { path, settings }: StageInput, { tokens }: Kind) {
  const secrets = forbidden(findSecrets(text, path), settings)
  return { text, secrets, tokens: tokens ? estimateTokens(text) : 0 }
}

export { redactSecrets }

/** Secrets in a text that is no file. */
export function secretsIn(text: string, settings: Settings): readonly SecretHit[] {
  return forbidden(findSecrets(text, ''), settings)
}

/** Those that the settings do not allow. */
function forbidden(hits: readonly SecretHit[], { secrets }: Settings): readonly SecretHit[] {
  return hits.filter(({ fingerprint }) => !secrets.allow.includes(fingerprint))
}

function kindOf(layout: Layout, claim: Claim): Kind {
  const kind = layout.kinds.find(({ id }) => id === claim.kind)
  if (!kind) throw new Error(`layout ${layout.id} claims kind ${claim.kind}, which it does not declare`)
  return kind
}

function sizeProblem({ bytes, settings }: StageInput): ParseProblem | null {
  const limit = settings.limits.fileBytes
  if (bytes.length <= limit) return null
  return {
    rule: 'size-limit',
    place: WHOLE_FILE,
    message: `The file has ${bytes.length} bytes, the limit is ${limit}`,
    help: 'Split the file or archive a part of it; `limits.fileBytes` in memkeep.yaml moves the limit, in a change that is merged before this one.',
  }
}

async function parse(
  text: string,
  starts: LineStarts,
  { input, kind }: { input: StageInput; kind: Kind },
): Promise<Parsed> {
  if (kind.format === 'link' || kind.format === 'text') return NOTHING
  if (kind.format === 'markdown') return parseMarkdownFile(text, starts, { input, kind })
  const parseData = kind.format === 'json' ? parseJson : parseYaml
  const result = parseData(text, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length }, starts)
  return 'problem' in result ? { ...NOTHING, problems: [result.problem] } : { ...NOTHING, data: result.data }
}

async function parseMarkdownFile(
  text: string,
  starts: LineStarts,
  { input, kind }: { input: StageInput; kind: Kind },
): Promise<Parsed> {
  const head = frontMatterOf(text, starts, { input, kind })
  const body = await guardedMarkdown(text, head.bodyStart, input.parser ?? 'auto')
  const problems = 'problem' in body ? [...head.problems, body.problem] : head.problems
  return {
    frontMatter: head.frontMatter,
    markdown: 'problem' in body ? null : body.markdown,
    data: null,
    problems,
  }
}

function frontMatterOf(
  text: string,
  starts: LineStarts,
  { input, kind }: { input: StageInput; kind: Kind },
): { frontMatter: FrontMatter | null; bodyStart: number; problems: readonly ParseProblem[] } {
  const { frontMatterBytes } = input.settings.limits
  const form = kind.looseFrontMatter ? 'loose' : frontMatterForm(input.path)
  const head = readFrontMatter(text, starts, frontMatterBytes, form)
  return kind.frontMatter === 'none' && head.frontMatter === null ? { ...head, problems: [] } : head
}

function identityOf(source: Source, { id, layout }: StageInput) {
  return {
    id,
    layout: layout.id,
    suppressions: suppressionsOf(source.text, source.starts, {
      markdown: source.markdown,
      data: source.data ?? source.frontMatter,
      tombstones: source.kind.tombstones !== undefined,
    }),
    links: source.kind.sharedLinks?.(source) ?? (source.markdown ? findRelativeLinks(source.markdown) : []),
    citations: source.kind.living && !source.kind.archive ? findCitations(source) : undefined,
    sections: () => readSections(source),
    lines: lineCount(source.text, source.starts),
  }
}

/** Milliseconds that the estimate may reach in this process with `parser: 'remark'`, where a run may take longer. */
const PATIENCE = 2000

/**
 * Parses the Markdown of an untrusted text, from the offset `start` on, in less than 2 s: at once where that is surely
 * quick, in a worker with limits where it may not be, and not at all where it cannot be. Never rejects for a text.
 */
export async function guardedMarkdown(
  text: string,
  start: number,
  engine: Engine = 'auto',
): Promise<{ markdown: Markdown } | { problem: ParseProblem }> {
  const began = performance.now()
  const plan = planMarkdown(text, start, engine)
  const cost = engine === 'remark' ? planCost(plan, PATIENCE) : planCost(plan)
  if (cost.verdict === 'refused') return { problem: refusal(text, cost) }
  if (cost.verdict === 'uncertain') {
    const { parseInWorker } = await import('./parse-in-worker.ts')
    const answer = await parseInWorker({ text, start, engine }, performance.now() - began)
    return 'failure' in answer ? { problem: { ...failure(answer.failure), transient: true } } : answer
  }
  try {
    return { markdown: parsePlan(plan) }
  } catch (error) {
    return { problem: failure(`that its parser fails: ${String(error)}`) }
  }
}

function refusal(text: string, { offset, reason }: { offset: number; reason: string }): ParseProblem {
  return {
    rule: 'size-limit',
    place: placeOf(lineStarts(text), offset),
    message: `The Markdown has ${reason}; at most 32 marks, and 256 spaces before one, are parsed`,
    help: 'Nest less deeply here, or move the text into a fenced code block: the Markdown was not parsed.',
  }
}

function failure(how: string): ParseProblem {
  return {
    rule: 'size-limit',
    place: WHOLE_FILE,
    message: `The Markdown is so complex ${how}`,
    help: 'Look for deep nesting or long runs of brackets, stars or backticks, and simplify or split the file.',
  }
}
