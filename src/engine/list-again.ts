import { openLastCheck } from '../cache/last-check.ts'
import { indexFile, indexMark } from '../fs/git-directory.ts'
import { withChanged } from '../git/clean-records.ts'
import type { WorkTreeAnswer } from '../git/list-work-tree.ts'
import { askRepository, askRepositoryChanges } from '../snapshot/open-snapshot.ts'
import { hasFolders } from './footing.ts'
import { type Before, lastTime, type WholeCheck } from './same-as-before.ts'

/** What git lists of a work tree, what the last check came to, and the mark of the index that both are of. */
export type ListedAgain = {
  readonly listed: WorkTreeAnswer
  readonly before: Before | null
  /** '' when the index has none, or it changed meanwhile. */
  readonly mark: string
}

/**
 * Lists a work tree. Where the index is what it was at the last check, git is asked what differs from it, and lists nothing
 * that is known.
 */
export async function listAgain(check: WholeCheck): Promise<ListedAgain> {
  const { repository } = check.project
  const file = indexFile(repository.gitDir)
  const mark = indexMark(repository.gitDir) ?? ''
  const isStill = (): boolean => file !== '' && indexFile(repository.gitDir) === file
  if (mark !== '' && mark === openLastCheck(repository.gitDir).mark()) {
    const asked = askRepositoryChanges(repository)
    // While git looks.
    const before = lastTime(check)
    const changed = await asked
    const listed = changed && before?.last.mark === mark ? withChanged(before.last.listed, changed) : null
    if (listed && isStill()) {
      return { listed: { stdout: listed, stderr: '', hasSeenFolders: true }, before, mark }
    }
  }
  const asked = askRepository(repository)
  const found = lastTime(check)
  const before = found && hasFolders(found.footing, check.project) ? found : null
  const listed = await asked
  return { listed, before, mark: isStill() ? mark : '' }
}
