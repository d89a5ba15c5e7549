import type { Document } from '../../core/document.ts'
import { holdsFile } from '../../core/file-listing.ts'
import { resolveTarget } from '../../core/link-path.ts'
import type { Memory } from '../../core/memory.ts'
import { targetOf } from './agent-links.ts'
import { hotFactsOf } from './hot-memory.ts'
import { workspaceSettings } from './settings.ts'

/** Where a link leads. `unseen`: behind another link that is not among the documents, so nobody can say. */
export type Destination =
  | { readonly type: 'rule' | 'all-rules' | 'broken' | 'elsewhere'; readonly path: string }
  | { readonly type: 'outside' | 'unseen' }

/** One agent's directory with everything in it that is hot memory. */
export type AgentDirectory = {
  readonly path: string
  readonly links: readonly { readonly document: Document; readonly destination: Destination }[]
  /** The agent's own files; `copyOf` is the rule that one of them repeats. */
  readonly files: readonly { readonly document: Document; readonly copyOf: Document | null }[]
}

/** A chain of links longer than this is a loop. */
const MOST_LINKS = 40

/** The files of the rule directory. */
export function ruleFiles({ documents }: Memory): readonly Document[] {
  return documents.filter(({ kind }) => kind === 'hot-rule')
}

/** The agents' directories that exist: those that hold a file. One that is a link itself holds none. */
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
    if (through === undefined) return judge(path, files, hotRules)
    const next = links.get(through)
    target = next ? targetOf(next) : null
    if (target !== null) target += path.slice(through.length)
    at = through
  }
  return { type: 'broken', path: at }
}

function judge(path: string, files: Memory['files'], hotRules: string): Destination {
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
