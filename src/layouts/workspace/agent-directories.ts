import type { Document } from '../../core/document.ts'
import type { Memory } from '../../core/memory.ts'
import { relativeTarget, resolveTarget } from '../../core/path.ts'
import { holdsFile } from '../../core/snapshot.ts'
import type { Reading, Source } from '../../core/source.ts'
import { hotFactsOf } from './hot-memory.ts'
import { workspaceSettings } from './settings.ts'

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
