import { isUtf8 } from 'node:buffer'
import type { FileMode } from '../core/snapshot.ts'
import { fileMode } from './file-mode.ts'
import type { GitOptions } from './git-environment.ts'
import { gitFailure, gitNonsense } from './git-failure.ts'
import { isUnborn } from './is-unborn.ts'
import { isObjectId } from './object-id.ts'
import { askGit } from './run-git.ts'
import { wholeRecords } from './split-records.ts'

/** What one side has at a path; null for nothing. */
type IndexSide = { readonly id: string; readonly mode: FileMode } | null

/** A path that the index and HEAD do not have alike. */
export type IndexChange = {
  readonly path: string
  /** The path is not UTF-8, and decoded with U+FFFD. */
  readonly odd: boolean
  readonly head: IndexSide
  readonly staged: IndexSide
}

/** No settings of the repository change what it prints; what is only intended to be added is no change. */
const ARGS = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--ita-invisible-in-index',
  '--ignore-submodules=dirty',
  'HEAD',
  '--',
]

/** `:<mode> <mode> <id> <id> <status>` */
const CHANGE = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [A-Z]$/

const NOTHING = '000000'

/**
 * Lists what an index has otherwise than HEAD, by one git process; null before the first commit. Its cost grows with
 * the change alone.
 */
export async function listIndexChanges(
  top: string,
  options: GitOptions = {},
): Promise<readonly IndexChange[] | null> {
  const answer = await askGit(top, ARGS, options)
  if (answer.code !== 0) {
    if (answer.code === 128 && (await isUnborn(top, options))) return null
    throw gitFailure(top, ARGS, answer)
  }
  const records = wholeRecords(answer.stdout)
  const changes: IndexChange[] = []
  for (let i = 0; i < records.length; i += 2) changes.push(changeOf(records[i] ?? '', records[i + 1] ?? ''))
  return changes
}

function changeOf(said: string, latin1: string): IndexChange {
  const [, was = '', is = '', before = '', after = ''] = CHANGE.exec(said) ?? []
  const bytes = Buffer.from(latin1, 'latin1')
  const [head, staged] = [sideOf(was, before), sideOf(is, after)]
  if (head === undefined || staged === undefined || latin1 === '') throw gitNonsense(ARGS, said)
  return { path: bytes.toString('utf8'), odd: !isUtf8(bytes), head, staged }
}

function sideOf(octal: string, id: string): IndexSide | undefined {
  if (octal === NOTHING) return null
  const mode = fileMode(octal)
  return mode && isObjectId(id) ? { id, mode } : undefined
}
