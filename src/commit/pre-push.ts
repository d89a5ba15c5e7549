import { compareDiagnostics } from '../core/diagnostic.ts'
import { safeText, UserError } from '../core/messages.ts'
import { loadSides } from '../engine/check-memory.ts'
import { type CheckResult, isOfChange } from '../engine/check-request.ts'
import { type Sides, withFocus } from '../engine/context.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { judgeMerges } from '../engine/judge-merges.ts'
import { openMemory } from '../engine/open-memory.ts'
import { hookPaths } from '../engine/settings/load-settings.ts'
import { isShallow, publishedBase, resolveObject } from '../git/history.ts'
import type { GitOptions } from '../git/run-git.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import { sameBelow } from '../snapshot/project.ts'
import {
  checkResult,
  type HookProject,
  type HookRequest,
  type HookResult,
  openHookProject,
} from './hook-request.ts'

/**
 * Checks what is about to be pushed: the tip of every ref that changes memory, compared with what the remote has, the
 * merges that are pushed with it, and what its commits leave in history. Errors that the remote has already do not count; any other refuses the push.
 */
export async function prePush(request: HookRequest): Promise<HookResult> {
  const project = await openHookProject(request.cwd)
  const [remote = ''] = request.args
  const verdicts: Verdict[] = []
  for (const ref of pushedRefs(await request.stdin()))
    verdicts.push(await judgePushed(project, { ref, remote }, request))
  const refused = verdicts.filter(({ errors }) => errors > 0)
  const shown = refused[0] ?? verdicts.find(({ check }) => check !== null)
  const others = refused.slice(1).map(({ name, errors }) => `${name} was refused as well: ${counted(errors)}`)
  return {
    refused: refused.length > 0,
    check: shown?.check ?? null,
    notes: [...verdicts.flatMap(({ notes }) => notes), ...others],
  }
}

function counted(errors: number): string {
  return errors === 1 ? '1 new error' : `${errors} new errors`
}

/** One ref that is pushed, as git names it to its pre-push hook. Ids are full; one of a deletion is not among them. */
type PushedRef = {
  /** The name on the remote. */
  readonly name: string
  readonly tip: string
  /** What the remote has under this name now; null for a new one. */
  readonly known: string | null
}

const LINE = /^.* (?<tip>[0-9a-f]{40}|[0-9a-f]{64}) (?<name>\S+) (?<known>[0-9a-f]{40}|[0-9a-f]{64})$/

/** Reads the lines that git pipes into a pre-push hook; deletions are left out. Throws `UserError` for any other line. */
function pushedRefs(input: string): PushedRef[] {
  return input
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { tip, name, known } = LINE.exec(line)?.groups ?? {}
      if (tip === undefined || name === undefined || known === undefined) throw unexpected(line)
      return { name, tip, known: isZero(known) ? null : known }
    })
    .filter(({ tip }) => !isZero(tip))
}

/** Git's name for "no object". */
function isZero(oid: string): boolean {
  return /^0+$/.test(oid)
}

function unexpected(line: string): UserError {
  return new UserError(
    `the line ${safeText(JSON.stringify(line))} is not "<local ref> <id> <remote ref> <id>"`,
    'Git pipes these lines into its pre-push hook: nothing before memkeep may read or change them.',
  )
}

/** What was found in one pushed ref; `check` is null when it has nothing to check. */
type Verdict = {
  readonly name: string
  readonly check: CheckResult | null
  /** Errors that this push brings. */
  readonly errors: number
  readonly notes: readonly string[]
}

/** A ref, and the remote that it goes to, by name or address. */
type Pushed = { readonly ref: PushedRef; readonly remote: string }

/** More merges in one push are not looked at: the newest ones are. */
const MOST_MERGES = 50

/** Git's variables may name the repository; the refs that are pushed are in it. */
const GIT: GitOptions = { hook: true }

/** Judges one pushed ref: its tip, compared with what the remote has, and the merges on the way there. */
async function judgePushed(project: HookProject, pushed: Pushed, hook: HookRequest): Promise<Verdict> {
  const started = performance.now()
  const { name } = pushed.ref
  const { change, notes } = await openPushed(project.root, pushed, GIT)
  const unchecked = { name, check: null, errors: 0 }
  if (!change) return { ...unchecked, notes }
  const { sides, range } = change
  const { before, after } = sides
  // What is pushed was committed already, and may hold the change that allowed what its later commits do.
  const request = { ...hook, project, git: GIT, sides, onlyChange: true, isLetIn: true }
  const memory = await openMemory(request)
  const paths = hookPaths([...memory.layouts, ...(memory.unsigned ?? [])], memory.settings)
  const history = { top: project.root, range, tip: after, git: GIT, paths, most: MOST_MERGES }
  const harm = await judgeMerges(history, {
    ...withFocus(memory, null),
    mode: { ...memory.mode, isLetIn: false },
  })
  const not = range.base === null ? [] : [range.base]
  const { judgeRange } = await import('../engine/judge-range.ts')
  const brought = await judgeRange(
    { top: project.root, range: { tip: range.tip, not, unpublished: true }, git: GIT },
    memory,
  )
  const besides = [...harm.diagnostics, ...brought.diagnostics]
  const said = [...notes, ...harm.notes, ...brought.notes]
  const isSame = before !== null && sameBelow(paths, before, after)
  if (isSame && besides.length === 0) return { ...unchecked, notes: said }
  const checked = await judgeChange(await loadSides(memory), memory, { isWhole: false })
  memory.facts.save?.()
  const { documents, gone, diagnostics: found, known } = checked
  if (documents.length + gone.length + found.length + besides.length === 0)
    return {
      ...unchecked,
      notes: memory.focus ? said : [...said, `${name} holds no memory: nothing in it was checked`],
    }
  const own = found.filter(isOfChange)
  const diagnostics = [...own, ...besides].sort(compareDiagnostics)
  const errors = diagnostics.filter((one) => one.severity === 'error' && one.new).length
  return {
    name,
    check: checkResult({ sides: memory, checked, diagnostics, known, started }),
    errors,
    notes: said,
  }
}

/** A pushed ref and what the remote has of it. */
type OpenPushed = {
  /** The commits of both sides are for a walk between them. Null when there is nothing that could be new to the remote. */
  readonly change: {
    readonly sides: Sides
    readonly range: { readonly tip: string; readonly base: string | null }
  } | null
  readonly notes: readonly string[]
}

/**
 * Opens the tip of a pushed ref and what it is compared with: the remote's own commit where it is known here, else the
 * newest one that remote-tracking branches share with it. Throws `UserError` when the tip cannot be read.
 */
async function openPushed(top: string, { ref, remote }: Pushed, git: GitOptions): Promise<OpenPushed> {
  const named = await resolveObject(top, ref.tip, git)
  if (named === 'missing') {
    throw new UserError(
      `${safeText(ref.name)} is pushed as ${ref.tip.slice(0, 12)}, which git does not have`,
      'Run `git fsck`: the repository is damaged, or only a part of it is here.',
    )
  }
  const name = safeText(ref.name)
  if (named === 'other') return { change: null, notes: [`${name} is no commit: nothing in it was checked`] }
  const tip = named.commit
  const { base, notes } = await baseOf(top, { name, tip, remote, known: ref.known }, git)
  if (base === tip) return { change: null, notes: [] }
  const [before, after] = await Promise.all([
    base === null ? null : openCommit(top, base, git),
    openCommit(top, tip, git),
  ])
  return { change: { sides: { before, after }, range: { tip, base } }, notes }
}

type Tip = {
  readonly name: string
  readonly tip: string
  readonly remote: string
  readonly known: string | null
}

type Base = { readonly base: string | null; readonly notes: readonly string[] }

async function baseOf(top: string, { name, tip, remote, known }: Tip, git: GitOptions): Promise<Base> {
  const here = known === null ? null : await resolveObject(top, known, git)
  if (here !== null && typeof here === 'object') return { base: here.commit, notes: [] }
  const base = await publishedBase(top, { tip, remote }, git)
  const unknown = known === null ? '' : `the remote's ${known.slice(0, 12)} is not here: `
  if (base !== null) {
    const instead = `${unknown}${name} was compared with ${base.slice(0, 12)} instead`
    return { base, notes: unknown === '' ? [] : [instead] }
  }
  const why = (await isShallow(top, git)) ? ', and this clone is shallow (`git fetch --unshallow`)' : ''
  const whole = `${unknown}${name} shares no history with what is known of the remote${why}: all of it was checked as new`
  return { base: null, notes: unknown === '' && why === '' ? [] : [whole] }
}
