import { capFindings, type Diagnostic, type Finding, toDiagnostic } from '../core/diagnostic.ts'
import { wantedLayouts } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { compareText } from '../core/text.ts'
import {
  type CommitRange,
  isCutOff,
  type MadeFile,
  type RangeCommit,
  readRange,
} from '../git/range-history.ts'
import type { GitOptions } from '../git/run-git.ts'
import { blobSnapshot } from '../snapshot/project.ts'
import { claimFiles } from './claims.ts'
import { engineFindings, type FindingText, type MemoryView, withFocus, withSettings } from './context.ts'
import { findLayoutsOn } from './layouts-on.ts'
import { type Hit, namesIn, SOUGHT, searchBlobs, secretHits } from './search-versions.ts'
import { hookPaths, settingsBefore } from './settings/load-settings.ts'

/** More commits, versions of files, or bytes of them, are not searched: the newest are. */
const MOST = { commits: 10_000, versions: 5_000, bytes: 256 * 1024 * 1024 }

/** The commits that a change brings. Of `range.not` the first is what they are based on. */
type RangeHistory = {
  readonly top: string
  readonly range: CommitRange
  readonly git?: GitOptions
  readonly most?: typeof MOST
}

/** What a change leaves in history though its tip does not have it, and remarks about what was not searched. */
type RangeHarm = { readonly diagnostics: readonly Diagnostic[]; readonly notes: readonly string[] }

/** A hit, in what it is, and which commit has it. */
type Found = {
  readonly hit: Hit
  readonly within: 'file' | 'name' | 'message'
  readonly path: string
  readonly oid: string
}

/** A version of a file, and the commit that made it. */
type Version = MadeFile & { readonly oid: string }

/**
 * Looks for secrets, and for hidden text, in all that commits bring into history: each version of a memory file that neither end
 * of the range has, names of memory files, and messages of commits that touch memory. What an end has is judged there.
 */
export async function judgeRange(history: RangeHistory, memory: MemoryView): Promise<RangeHarm> {
  const { top, range, git = {}, most = MOST } = history
  const layouts = memory.allLayouts ?? memory.layouts
  const readings = await settingsOf(memory)
  const settings = readings[0]
  const paths = [...new Set(readings.flatMap((one) => hookPaths(layouts, one)))]
  const read = await readRange(top, range, { ...git, paths, most: most.commits + 1 })
  const commits = read.slice(0, most.commits).reverse()
  const isPossible = possibleMemory(memory, readings)
  const versions = versionsIn(commits).filter(isPossible)
  const open = versions.filter((one) => !isAtAnEnd(one, memory) && !isClean(one, memory, settings))
  const ids = [...new Set(open.map(({ id }) => id))].reverse()
  const searched = await searchBlobs(top, ids.slice(0, most.versions), {
    settings,
    git,
    mostBytes: most.bytes,
  })
  const found = [
    ...open.flatMap(({ path, oid, id }) =>
      (searched.hits.get(id) ?? []).map((hit): Found => ({ hit, within: 'file', path, oid })),
    ),
    ...(await inNames(versions, memory, settings)),
    ...(await inMessages(commits, isPossible, settings)),
  ]
  return {
    diagnostics: found.length === 0 ? [] : await reported(found, { commits, history, memory, readings }),
    notes: [
      ...((await isCutOff(top, range, git)) ? [CUT_OFF] : []),
      ...(read.length > most.commits
        ? [`only the newest ${most.commits} commits of memory were ${SEARCHED}`]
        : []),
      ...leftOut(searched.left.length + Math.max(0, ids.length - most.versions), 'older'),
      ...leftOut(searched.failed.length, 'unreadable'),
    ],
  }
}

const SEARCHED = 'searched for secrets that a later commit takes out'
const CUT_OFF = `this clone is shallow: not all commits were ${SEARCHED} (\`git fetch --unshallow\`)`

function leftOut(count: number, which: string): readonly string[] {
  const versions = count === 1 ? 'version of a memory file was' : 'versions of memory files were'
  return count > 0 ? [`${count} ${which} ${versions} not ${SEARCHED}`] : []
}

/** Settings by which memory is found; the first are those that judge it, which the change itself cannot loosen. */
async function settingsOf(memory: MemoryView): Promise<readonly [Settings, ...Settings[]]> {
  const earlier = memory.mode?.isLetIn ? null : await settingsBefore(memory.before, memory)
  return earlier ? [earlier, memory.settings] : [memory.settings]
}

/** A test for what some layout may claim: whether that one is in use is asked where something was found. */
function possibleMemory(
  { allLayouts, layouts }: MemoryView,
  readings: readonly Settings[],
): (file: MadeFile) => boolean {
  const all = readings.map((one) => [one, wantedLayouts(allLayouts ?? layouts, one)] as const)
  const known = new Map<string, boolean>()
  return ({ path, mode }) => {
    const key = `${mode} ${path}`
    const isClaimed =
      known.get(key) ??
      all.some(([settings, own]) => own.some((layout) => layout.claim(path, mode, settings) !== null))
    known.set(key, isClaimed)
    return isClaimed
  }
}

/** Every version of every file, by the first commit that has it. */
function versionsIn(commits: readonly RangeCommit[]): readonly Version[] {
  const versions = new Map<string, Version>()
  for (const { oid, files } of commits) {
    for (const file of files) {
      const key = `${file.id} ${file.path}`
      if (!versions.has(key)) versions.set(key, { ...file, oid })
    }
  }
  return [...versions.values()]
}

function isAtAnEnd({ path, id }: Version, { before, after }: MemoryView): boolean {
  return before?.files.get(path)?.id === id || after.files.get(path)?.id === id
}

/** True where an earlier run has read this very version under these settings, and has found nothing. */
function isClean(
  { path, id }: { readonly path: string; readonly id: string | null },
  { facts, settings: own }: MemoryView,
  settings: Settings,
): boolean {
  const known = settings === own && id !== null ? facts.get(id, path) : null
  return known?.complete === true && !known.findings.some(({ rule }) => SOUGHT.has(rule))
}

async function inNames(
  versions: readonly Version[],
  { before }: MemoryView,
  settings: Settings,
): Promise<readonly Found[]> {
  const added = versions.filter(({ path }) => !before?.files.has(path))
  const found = await Promise.all(
    added.map(async ({ path, oid }) =>
      (await secretHits(path, settings)).map((hit): Found => ({ hit, within: 'name', path, oid })),
    ),
  )
  return found.flat()
}

/** The repository as a whole, where a message is. */
const ANYWHERE = '.'

async function inMessages(
  commits: readonly RangeCommit[],
  isPossible: (file: MadeFile) => boolean,
  settings: Settings,
): Promise<readonly Found[]> {
  const touching = commits.filter(({ files }) => files.length === 0 || files.some(isPossible))
  const found = await Promise.all(
    touching.map(async ({ oid, message }) =>
      (await secretHits(message, settings)).map(
        (hit): Found => ({ hit, within: 'message', path: ANYWHERE, oid }),
      ),
    ),
  )
  return found.flat()
}

type Reporting = {
  readonly commits: readonly RangeCommit[]
  readonly history: RangeHistory
  readonly memory: MemoryView
  readonly readings: readonly [Settings, ...Settings[]]
}

/** What was found in memory, each thing once for each file, and nothing that an end of the range has as well. */
async function reported(found: readonly Found[], reporting: Reporting): Promise<readonly Diagnostic[]> {
  const { memory, history, readings } = reporting
  const { layoutOf, names, touching } = await memoryIn(reporting)
  const said = new Set<string>()
  const byPath = new Map<string, Finding[]>()
  for (const one of found) {
    const { hit, within, path, oid } = one
    const key = JSON.stringify([hit.rule, within, path, hit.name])
    const isOfMemory = within === 'message' ? touching.has(oid) : layoutOf.has(path)
    if (!isOfMemory || said.has(key) || (within === 'file' && names.has(hit.name))) continue
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
    help: `A later commit does not clear it. Revoke it at its source, and rewrite the commit: ${rebase}, with ${way}. What was pushed stays readable on the host, also after a squash merge. If it opens nothing, allow it in memkeep.yaml first: \`secrets: { allow: [${hit.name}] }\`.`,
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
  const newest = new Map(commits.flatMap(({ files }) => files.map((file) => [file.path, file] as const)))
  const entries = [...newest.values()].sort((a, b) => compareText(a.path, b.path))
  const made = blobSnapshot({
    label: 'range',
    top: history.top,
    entries,
    oddPaths: [],
    options: history.git ?? {},
  })
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
      const open = side ? claimFiles(side, on).filter(({ file }) => !isClean(file, memory, readings[0])) : []
      const paths = open.map(({ file }) => file.path)
      for (const name of side ? await namesIn(side, paths, readings[0]) : []) names.add(name)
    }
  }
  const touching = commits.filter(
    ({ files }) => files.length === 0 || files.some(({ path }) => layoutOf.has(path)),
  )
  return { layoutOf, names, touching: new Set(touching.map(({ oid }) => oid)) }
}
