import type { Document } from '../../core/document.ts'
import { relativeTarget } from '../../core/link-path.ts'
import type { Memory } from '../../core/memory.ts'
import { type AgentDirectory, agentDirectories, ruleFiles } from './agent-directories.ts'

/** A rule that an agent's directory has no link to, and the link that would mend it. */
export type MissingLink = {
  readonly rule: Document
  readonly directory: string
  readonly link: string
  readonly target: string
  /** Something else stands where the link would go. */
  readonly taken: boolean
}

/** Every rule that an existing agent directory neither links to nor repeats. */
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

/** A copy counts as present: it is reported as a copy, not as a missing link as well. */
function presentRules({ links, files }: AgentDirectory): ReadonlySet<string> | 'all' {
  if (links.some(({ destination }) => destination.type === 'all-rules' || destination.type === 'unseen')) {
    return 'all'
  }
  return new Set([
    ...links.flatMap(({ destination }) => (destination.type === 'rule' ? [destination.path] : [])),
    ...files.flatMap(({ copyOf }) => (copyOf ? [copyOf.path] : [])),
  ])
}

/** The ending that the directory's links have, else its files; Cursor reads only `.mdc`. */
function suffixOf({ path, links, files }: AgentDirectory): string {
  const paths = (links.length > 0 ? links : files).map(({ document }) => document.path)
  if (paths.some((one) => one.endsWith('.mdc'))) return '.mdc'
  if (paths.some((one) => one.endsWith('.md'))) return '.md'
  return path.split('/').includes('.cursor') ? '.mdc' : '.md'
}
