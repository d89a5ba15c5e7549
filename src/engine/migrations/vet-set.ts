import type { ChangeSet, FileChange, TextFile } from '../../core/migration.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import { applyEdits, type Edit } from '../../core/text.ts'
import type { PlannedFile, WritePlan } from '../../core/write-plan.ts'
import { type Refused, refusedTogether } from './refused-together.ts'

/** What a set of changes is judged by. */
export type Vetting = {
  /** What the migration was given to read, by path. */
  readonly files: ReadonlyMap<string, TextFile>
  readonly present: Snapshot['files']
  /** The derived files that it was given. */
  readonly derived: WritePlan
  /** The largest file that will be read, in bytes. */
  readonly mostBytes: number
  /** A reason not to write at a path, by what is on disk; null when there is none. */
  readonly guard: (path: string) => string | null
}

/**
 * The files that a set of changes comes to, or why it is not made: it is all or nothing. A migration changes and deletes
 * only what it has read, and creates only where nothing is.
 */
export function vetSet(set: ChangeSet, vetting: Vetting): WritePlan | readonly Refused[] {
  const plan = new Map<string, PlannedFile>()
  for (const change of set) {
    const { path } = change
    const made = plan.has(path) ? 'it is changed twice in one set' : plannedFile(change, vetting)
    const reason = typeof made === 'string' ? made : vetting.guard(path)
    if (reason !== null)
      return refusedTogether(
        path,
        reason,
        set.map((one) => one.path),
      )
    if (typeof made !== 'string') plan.set(path, made)
  }
  return plan
}

/** A text says why the change cannot be made. */
function plannedFile(change: FileChange, vetting: Vetting): PlannedFile | string {
  const { files, present } = vetting
  const { path } = change
  switch (change.kind) {
    case 'edit': {
      const file = files.get(path)
      return file ? edited(file, change.edits, vetting) : 'the migration has not read it'
    }
    case 'create':
      return present.has(path) ? 'there is a file already' : text(change.text, vetting)
    case 'derive': {
      const derived = vetting.derived.get(path)
      const isSame = derived?.kind === 'text' && derived.text === change.text
      return isSame ? derived : 'it is not what a rebuild writes'
    }
    case 'link':
      return isLinkOr(path, vetting)
        ? { kind: 'link', target: change.target }
        : 'the migration has not read it'
    case 'delete':
      return present.has(path) && isLinkOr(path, vetting)
        ? { kind: 'delete' }
        : 'the migration has not read it'
  }
}

function isLinkOr(path: string, { files, present }: Vetting): boolean {
  const mode = present.get(path)?.mode
  return mode === undefined || mode === 'link' || files.has(path)
}

function edited(file: TextFile, edits: readonly Edit[], vetting: Vetting): PlannedFile | string {
  if (vetting.present.get(file.path)?.mode === 'link') return 'it is a symbolic link'
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  let last = { start: -1, end: 0 }
  for (const edit of ordered) {
    const isTwice = edit.start === last.start && edit.end === last.end
    const isOutside = edit.start < last.end || edit.end < edit.start || edit.end > file.text.length
    if (isTwice || isOutside) return 'its edits overlap or lie outside of it'
    last = edit
  }
  return text(applyEdits(file.text, ordered), vetting)
}

function text(written: string, { mostBytes }: Vetting): PlannedFile | string {
  if (!written.isWellFormed()) return 'its text has half a character in it'
  return Buffer.byteLength(written) > mostBytes
    ? 'it would be too large to be read'
    : { kind: 'text', text: written }
}
