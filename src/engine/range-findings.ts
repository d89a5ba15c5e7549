import { capFindings, type Diagnostic, type Finding, toDiagnostic } from '../core/diagnostic.ts'
import { wantedLayouts } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { SnapshotFile } from '../core/snapshot.ts'
import { compareText } from '../core/text.ts'
import { type CommitRange, type RangeCommit, reachedIds } from '../git/range-history.ts'
import type { GitOptions } from '../git/run-git.ts'
import { blobSnapshot } from '../snapshot/project.ts'
import { claimFiles } from './claims.ts'
import { engineFindings, type FindingText, type MemoryView, withFocus, withSettings } from './context.ts'
import { findLayoutsOn } from './layouts-on.ts'
import { type Hit, namesIn, SOUGHT } from './search-versions.ts'

/** More commits, versions of files, or bytes of them, are not searched: the newest are. */
export type RangeBounds = { readonly commits: number; readonly versions: number; readonly bytes: number }

/** The commits that a change brings. Of `range.not` the first is what they are based on. */
export type RangeHistory = {
  readonly top: string
  readonly range: CommitRange
  readonly git?: GitOptions
  readonly most?: RangeBounds
}

/** A hit, in what it is, and which commit has it. */
export type Found = {
  readonly hit: Hit
  readonly within: 'file' | 'name' | 'message'
  readonly path: string
  readonly oid: string
  /** Of a file: its version. */
  readonly id?: string
}

/** A version of a file, and the commit that made it. */
export type Version = SnapshotFile & { readonly id: string; readonly oid: string }

/** Every version of every file, by the first commit that has it. */
export function versionsIn(commits: readonly RangeCommit[]): readonly Version[] {
  const versions = new Map<string, Version>()
  for (const { oid, files } of commits) {
    for (const { path, id, mode } of files) {
      const key = `${id} ${path}`
      if (mode && mode !== 'submodule' && !versions.has(key)) versions.set(key, { path, id, mode, oid })
    }
  }
  return [...versions.values()]
}

/** True where an earlier run has read this very version under these settings, and has found nothing. */
export function isClean(
  { path, id }: { readonly path: string; readonly id: string | null },
  { facts, settings: own }: MemoryView,
  settings: Settings,
): boolean {
  const known = settings === own && id !== null ? facts.get(id, path) : null
  return known?.complete === true && !known.findings.some(({ rule }) => SOUGHT.has(rule))
}

/** The repository as a whole, where a message is. */
export const ANYWHERE = '.'

type Reporting = {
  readonly commits: readonly RangeCommit[]
  readonly history: RangeHistory
  readonly memory: MemoryView
  readonly readings: readonly [Settings, ...Settings[]]
}

/** What was found in memory, each thing once for each file, and nothing that an end of the range has as well. */
export async function reported(
  found: readonly Found[],
  reporting: Reporting,
): Promise<readonly Diagnostic[]> {
  const { memory, history, readings } = reporting
  const { layoutOf, names, touching } = await memoryIn(reporting)
  const { top, range, git } = history
  const paths = [...new Set(found.flatMap(({ id, path }) => (id === undefined ? [] : [path])))]
  const reached = await reachedIds(top, { tips: range.not, paths: paths.filter(isOneLine) }, git)
  const said = new Set<string>()
  const byPath = new Map<string, Finding[]>()
  for (const one of found) {
    const { hit, within, path, oid } = one
    const key = JSON.stringify([hit.rule, within, path, hit.name])
    const isOfMemory = within === 'message' ? touching.has(oid) : layoutOf.has(path)
    const isKnown = one.id !== undefined && (names.has(hit.name) || reached.has(one.id))
    if (!isOfMemory || isKnown || said.has(key)) continue
    said.add(key)
    const findings = engineFindings(hit.rule, wordsOf(one, history), { ...memory, settings: readings[0] })
    const others = byPath.get(path)
    if (others) others.push(...findings)
    else byPath.set(path, findings)
  }
  return [...byPath].flatMap(([path, findings]) =>
    capFindings(findings).map((one) => toDiagnostic(one, path, layoutOf.get(path) ?? '')),
  )
}

/** Git reads the paths as lines. */
function isOneLine(path: string): boolean {
  return !path.includes('\n')
}

const WHERE = {
  file: ({ line }: Hit) => `in line ${line}, and a later change takes it out`,
  name: () => 'in the name of a file',
  message: ({ line }: Hit) => `in line ${line} of its message`,
}

function wordsOf({ hit, within, oid }: Found, { range }: RangeHistory): FindingText {
  const message = `Commit ${oid.slice(0, 12)} has ${hit.what} ${WHERE[within](hit)}`
  const rebase = `\`git rebase -i ${range.not[0]?.slice(0, 12) ?? '--root'}\``
  if (hit.rule === 'no-hidden-text')
    return {
      severity: 'warning',
      message,
      help: `To keep it out of the history, rewrite the commit: ${rebase}.`,
    }
  const way = within === 'message' ? '`reword`' : '`edit`, `fixup` or `drop`'
  return {
    message,
    help: `A later commit does not clear it. Revoke it at its source, and rewrite the commit: ${rebase}, with ${way}. What was pushed stays readable on the host, also after a squash merge. If it opens nothing, allow it in memkeep.yaml, in a change that is merged before this one: \`secrets: { allow: [${hit.name}] }\`.`,
  }
}

/** What is memory in a range, where layouts are in use by what the range or an end of it has. */
type RangeMemory = {
  /** The layout of each path. */
  readonly layoutOf: ReadonlyMap<string, string>
  /** Commits that touch memory. */
  readonly touching: ReadonlySet<string>
  /** What the ends hold. */
  readonly names: ReadonlySet<string>
}

async function memoryIn({ commits, history, memory, readings }: Reporting): Promise<RangeMemory> {
  const newest = new Map(versionsIn(commits).map((one) => [one.path, one] as const))
  const entries = [...newest.values()].sort((a, b) => compareText(a.path, b.path))
  const { top, git: options = {} } = history
  const made = blobSnapshot({ label: 'range', top, entries, oddPaths: [], options })
  const layoutOf = new Map<string, string>()
  const names = new Set<string>()
  for (const settings of readings) {
    const on = await findLayoutsOn({
      ...withSettings(withFocus(memory, null), settings),
      layouts: wantedLayouts(memory.allLayouts ?? memory.layouts, settings),
      unsigned: [],
      merge: { others: [made], bases: [] },
      changed: undefined,
    })
    for (const { file, layout } of claimFiles(made, on)) layoutOf.set(file.path, layout.id)
    for (const side of [memory.after, memory.before]) {
      if (!side) continue
      const claimed = claimFiles(side, on)
      for (const { file, layout } of claimed) layoutOf.set(file.path, layout.id)
      const open = claimed.filter(({ file }) => !isClean(file, memory, readings[0]))
      const held = await namesIn(
        side,
        open.map(({ file }) => file.path),
        readings[0],
      )
      for (const name of held) names.add(name)
    }
  }
  const changing = commits.filter(({ files }) => files.some(({ path }) => layoutOf.has(path)))
  // Of what a merge joins it changes nothing itself.
  const touching = changing.length > 0 ? commits.filter(({ isMerge }) => isMerge).concat(changing) : []
  return { layoutOf, names, touching: new Set(touching.map(({ oid }) => oid)) }
}
