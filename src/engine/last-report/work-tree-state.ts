import type { WorkTreeState } from '../../cache/last-report.ts'
import { indexFile, indexMark } from '../../fs/git-directory.ts'
import { diskModes, readFiles } from '../../fs/read-files.ts'
import { differences, type WorkTreeAnswer } from '../../git/list-work-tree.ts'
import type { Repository } from '../../git/repository.ts'
import { askRepositoryStatus } from '../../snapshot/open-snapshot.ts'

/** What git says of a work tree, and what names its state. */
export type AskedState = {
  readonly status: WorkTreeAnswer
  /** Names the index that git was asked with. */
  readonly index: string
  /** Null where git's answer and a few contents do not identify the state. */
  readonly state: WorkTreeState | null
}

/** What else the outcome depends on that is kept for a state. */
type Asking = {
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly skip: readonly string[]
  readonly parser?: 'auto' | 'remark' | undefined
}

/** At most this many files that differ from the index are read to identify a state. */
const MOST_DIFFERING = 256

/** Asks git how a work tree differs from its index. */
export async function askState(repository: Repository, asking: Asking): Promise<AskedState> {
  const index = indexFile(repository.gitDir)
  const basis = basisOf(repository.gitDir, asking)
  const status = await askRepositoryStatus(repository)
  const isSameIndex = index !== '' && index === indexFile(repository.gitDir)
  const state = basis !== null && isSameIndex ? await stateOf(repository.top, basis, status) : null
  return { status, index, state }
}

/** True while the work tree is in the state that was asked for. */
export async function isStill(
  { state, status }: AskedState,
  { top, gitDir }: Repository,
  asking: Asking,
): Promise<boolean> {
  const basis = basisOf(gitDir, asking)
  const now = basis === null ? null : await stateOf(top, basis, status)
  return state !== null && now !== null && isSameState(state, now)
}

/** Git's index with its flags, the day, and what was asked; null where the index has no checksum. Settings are a file of the work tree. */
function basisOf(gitDir: string, { today, skip, parser = 'auto' }: Asking): string | null {
  const mark = indexMark(gitDir)
  return mark === null ? null : JSON.stringify([today, skip, parser, mark])
}

/** Null where git cannot see everything, or too much differs. */
async function stateOf(
  top: string,
  basis: string,
  { stdout, stderr }: WorkTreeAnswer,
): Promise<WorkTreeState | null> {
  if (stderr !== '') return null
  const paths = differences(stdout).map(({ path }) => path)
  if (paths.length > MOST_DIFFERING) return null
  const modes = diskModes(top, paths)
  const named = [...(await readFiles(top, paths))].map(
    ([path, content]) =>
      [path, modes.get(path) ?? '', 'id' in content ? content.id : content.failure] as const,
  )
  return { basis, status: stdout.toString('latin1'), named }
}

/** True for two states of the same contents. */
export function isSameState(a: WorkTreeState, b: WorkTreeState): boolean {
  return a.basis === b.basis && a.status === b.status && JSON.stringify(a.named) === JSON.stringify(b.named)
}
