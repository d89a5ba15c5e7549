import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { isShallow, publishedBase, resolveObject } from '../git/history.ts'
import type { GitOptions } from '../git/run-git.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { PushedRef } from './pushed-refs.ts'

/** A pushed ref and what the remote has of it; `sides` is null when there is nothing that could be new to the remote. */
export type OpenPushed = {
  readonly sides: { readonly before: OpenSnapshot | null; readonly after: OpenSnapshot } | null
  /** The commits of both sides, for whoever walks between them. */
  readonly range: { readonly tip: string; readonly base: string | null } | null
  readonly notes: readonly string[]
}

/**
 * Opens the tip of a pushed ref and what it is compared with: the remote's own commit where it is known here, else the
 * newest one that remote-tracking branches share with it. Throws `UserError` when the tip cannot be read.
 */
export async function openPushed(
  top: string,
  { ref, remote }: { readonly ref: PushedRef; readonly remote: string },
  git: GitOptions,
): Promise<OpenPushed> {
  const named = await resolveObject(top, ref.tip, git)
  if (named === 'missing') {
    throw new UserError(
      `${safeText(ref.name)} is pushed as ${ref.tip.slice(0, 12)}, which git does not have`,
      'Run `git fsck`: the repository is damaged, or only a part of it is here.',
    )
  }
  const name = safeText(ref.name)
  if (named === 'other')
    return { sides: null, range: null, notes: [`${name} is no commit: nothing in it was checked`] }
  const tip = named.commit
  const { base, notes } = await baseOf(top, { name, tip, remote, known: ref.known }, git)
  if (base === tip) return { sides: null, range: null, notes: [] }
  const [before, after] = await Promise.all([
    base === null ? null : openCommit(top, base, git),
    openCommit(top, tip, git),
  ])
  return { sides: { before, after }, range: { tip, base }, notes }
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
