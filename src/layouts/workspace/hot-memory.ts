import type { Document, Memory } from '../../core/document.ts'
import { relativeTarget, resolveTarget } from '../../core/path.ts'
import { holdsFile } from '../../core/snapshot.ts'
import type { Reading, Source } from '../../core/source.ts'
import type { Place } from '../../core/text.ts'
import { findBudgetComment, loadsAlways } from '../../formats/agent-rule.ts'
import { digest } from '../../formats/hash.ts'
import { type WorkspaceSettings, workspaceSettings } from './settings.ts'

/** How large a hot file says that it may be. */
export type DeclaredBudget = { readonly lines: number; readonly tokens: number | null }

/** What is known of a hot rule or an agent's own file in addition to its size. */
type HotFacts = {
  /** Where it declares its budget; null where it declares none. */
  readonly budgetPlace: Place | null
  /** Of what follows the front matter; null when nothing does. Equal digests are copies of one rule. */
  readonly body: string | null
  /** False for a file of an agent that only some conversations load: no budget is for it. */
  readonly always: boolean
}

/** Reads a hot rule, or an agent's own file: its declared budget and the identity of its body. */
export function readHotRule(source: Source): Reading {
  const start = source.markdown?.start ?? 0
  const body = source.text.slice(start).trim()
  const budget = findBudgetComment(source)?.budget
  const facts: HotFacts = {
    budgetPlace: budget?.place ?? null,
    body: source.markdown && body !== '' ? digest(body) : null,
    always: isHot(source),
  }
  return { facts, ...(budget && { declared: { lines: budget.lines, tokens: budget.tokens } }) }
}

/** True for a rule, and for an agent's own file that every conversation loads. */
export function isHot({ kind, frontMatter }: Source): boolean {
  return kind.id === 'hot-rule' || loadsAlways(frontMatter?.fields ?? null)
}

/** The largest budget, in lines, that settings give a file of this name; an `.mdc` file is known by its `.md` name. */
export function largestBudget(path: string, { hot }: WorkspaceSettings): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return hot.budgets[name] ?? hot.budgets[name.replace(/\.mdc$/, '.md')] ?? hot.defaultBudget
}

/** Every file that loads into every conversation: the rules, and of the agents' own files those that load always. A symlink adds nothing to them. */
export function hotFiles({ documents }: Memory): readonly Document[] {
  return documents.filter(
    (one) => (one.kind === 'hot-rule' || one.kind === 'agent-file') && hotFactsOf(one).always,
  )
}

/** True from nine tenths of a budget on, and when it is passed: worth a look. In whole numbers, so that it is exact. */
export function isNearBudget(size: number, most: number): boolean {
  return size * 10 >= most * 9
}

/** What was read of a hot file. */
export function hotFactsOf({ facts }: Document): HotFacts {
  return (facts ?? { budgetPlace: null, body: null, always: true }) as HotFacts
}

/** The budget that a hot file declares; null when it declares none. */
export function declaredBudget({ declared = null }: Document): DeclaredBudget | null {
  return declared as DeclaredBudget | null
}

/** Where a symlink leads. `unseen`: through another symlink that is not among the documents, so it is unknown. */
export type Destination =
  | { readonly type: 'rule' | 'all-rules' | 'broken' | 'elsewhere'; readonly path: string }
  | { readonly type: 'outside' | 'unseen' }

/** One agent's directory with everything in it that is hot memory. */
type AgentDirectory = {
  readonly path: string
  readonly links: readonly { readonly document: Document; readonly destination: Destination }[]
  /** The agent's own files; `copyOf` is the rule that one of them repeats. */
  readonly files: readonly { readonly document: Document; readonly copyOf: Document | null }[]
}

/** A chain of symlinks longer than this is a loop. */
const MOST_LINKS = 40

/** The files of the rule directory. */
function ruleFiles({ documents }: Memory): readonly Document[] {
  return documents.filter(({ kind }) => kind === 'hot-rule')
}

/** The agents' directories that exist: those that hold a file. One that is a symlink itself holds none. */
export function agentDirectories(memory: Memory): AgentDirectory[] {
  const links = new Map(linksOf(memory).map((document) => [document.path, document]))
  const rules = new Map(ruleFiles(memory).flatMap((rule) => withBody(rule)))
  return workspaceSettings(memory.settings).agents.flatMap((path) => {
    if (!holdsFile(memory.files, path)) return []
    const own = memory.documents.filter((one) => one.path.startsWith(`${path}/`))
    return [
      {
        path,
        links: own
          .filter(({ kind }) => kind === 'agent-link')
          .map((document) => ({ document, destination: destinationOf(document, memory, links) })),
        files: own
          .filter(({ kind }) => kind === 'agent-file')
          .map((document) => ({ document, copyOf: rules.get(hotFactsOf(document).body ?? '') ?? null })),
      },
    ]
  })
}

function linksOf({ documents }: Memory): readonly Document[] {
  return documents.filter(({ kind }) => kind === 'agent-link')
}

function withBody(rule: Document): [string, Document][] {
  const { body } = hotFactsOf(rule)
  return body === null ? [] : [[body, rule]]
}

function destinationOf(
  link: Document,
  { files, settings }: Memory,
  links: ReadonlyMap<string, Document>,
): Destination {
  const { hotRules } = workspaceSettings(settings)
  let target = targetOf(link)
  let at = link.path
  for (let hops = 0; hops < MOST_LINKS; hops += 1) {
    if (target === null) return { type: 'unseen' }
    const path = resolveTarget(at, target)
    if (path === null) return { type: 'outside' }
    const through = prefixesOf(path).find((prefix) => files.get(prefix)?.mode === 'link')
    if (through === undefined) return classifyTarget(path, files, hotRules)
    const next = links.get(through)
    target = next ? targetOf(next) : null
    if (target !== null) target += path.slice(through.length)
    at = through
  }
  return { type: 'broken', path: at }
}

function classifyTarget(path: string, files: Memory['files'], hotRules: string): Destination {
  if (path === hotRules) return { type: 'all-rules', path }
  if (!isThere(path, files)) return { type: 'broken', path }
  return { type: path.startsWith(`${hotRules}/`) ? 'rule' : 'elsewhere', path }
}

function isThere(path: string, files: Memory['files']): boolean {
  return path === '' || files.has(path) || holdsFile(files, path)
}

function prefixesOf(path: string): string[] {
  const steps = path.split('/')
  return steps.map((_, i) => steps.slice(0, i + 1).join('/'))
}

/** A rule that an agent's directory has no symlink to, and the symlink to add. */
export type MissingLink = {
  readonly rule: Document
  readonly directory: string
  readonly link: string
  readonly target: string
  /** Another file is where the symlink would go. */
  readonly taken: boolean
}

/** Every rule that an existing agent directory has neither a symlink to nor a copy of. */
export function missingLinks(memory: Memory): MissingLink[] {
  const rules = ruleFiles(memory)
  return agentDirectories(memory).flatMap((directory) => {
    const present = presentRules(directory)
    if (present === 'all') return []
    const suffix = suffixOf(directory)
    return rules
      .filter(({ path }) => !present.has(path))
      .map((rule) => {
        const name = rule.path.slice(rule.path.lastIndexOf('/') + 1).replace(/\.md$/, suffix)
        const link = `${directory.path}/${name}`
        const target = relativeTarget(link, rule.path)
        return { rule, directory: directory.path, link, target, taken: memory.files.has(link) }
      })
  })
}

/** A copy counts as present: it is reported as a copy, not as a missing symlink as well. */
function presentRules({ links, files }: AgentDirectory): ReadonlySet<string> | 'all' {
  if (links.some(({ destination }) => destination.type === 'all-rules' || destination.type === 'unseen')) {
    return 'all'
  }
  return new Set([
    ...links.flatMap(({ destination }) => (destination.type === 'rule' ? [destination.path] : [])),
    ...files.flatMap(({ copyOf }) => (copyOf ? [copyOf.path] : [])),
  ])
}

/** The ending that the directory's symlinks have, else its files; Cursor reads only `.mdc`. */
function suffixOf({ path, links, files }: AgentDirectory): string {
  const paths = (links.length > 0 ? links : files).map(({ document }) => document.path)
  if (paths.some((one) => one.endsWith('.mdc'))) return '.mdc'
  if (paths.some((one) => one.endsWith('.md'))) return '.md'
  return path.split('/').includes('.cursor') ? '.mdc' : '.md'
}

/** What is known of a symlink in an agent's directory. */
type LinkFacts = { readonly target: string }

/** Reads a symlink of an agent: its target, as written. */
export function readAgentLink({ text }: Source): Reading {
  const facts: LinkFacts = { target: text }
  return { facts }
}

/** A symlink's target as written; null when it could not be read. */
export function targetOf({ facts }: Document): string | null {
  return (facts as LinkFacts | null)?.target ?? null
}
