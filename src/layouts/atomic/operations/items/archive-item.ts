import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import type { OperationAnswer, OperationInput, Refusal } from '../../../../core/operation.ts'
import { safePath } from '../../../../core/safe-text.ts'
import type { FrontMatterChange } from '../../../../formats/front-matter-edits.ts'
import { statusOf } from '../../lifecycle.ts'
import { answerChange, changedText, refuseUnread } from './change-item.ts'
import type { FoundItem } from './find-item.ts'

/** What a move changes, and what is said of it. */
type Move = { readonly changes: readonly FrontMatterChange[]; readonly notes?: readonly string[] }

/** Moves an item to the archive of its category in one plan: the new file is written, and then the old one is deleted. */
export function planArchive(
  at: ItemAt,
  { changes, notes = [] }: Move,
  input: OperationInput,
): OperationAnswer {
  const { path, links } = at.document
  const source = input.sources.get(path)
  if (!source) return refuseUnread(at)
  const changed = changedText(source, changes)
  if ('refusal' in changed) return changed
  const target = archivePath(path)
  if (input.memory.files.has(target)) return refuseTaken(path, target)
  const relative = links.filter(({ target: link }) => !link.startsWith('/'))
  const linkNote =
    relative.length === 0
      ? []
      : [
          `Its relative links count from another folder now: ${relative.map(({ target: link }) => link).join(', ')}.`,
        ]
  return answerChange(
    {
      at,
      path: target,
      plan: new Map([
        [target, { kind: 'text', text: changed.text }],
        [path, { kind: 'delete' }],
      ]),
      notes: [...notes, ...linkNote],
      data: { ...statusAfter(at, changes), moved_from: path },
    },
    input,
  )
}

/** Finishes a move that was stopped before the old file was deleted: the archive has the item already. */
export function finishMove(
  { at, archived }: FoundItem & { readonly archived: ItemAt },
  input: OperationInput,
  notes: readonly string[] = [],
): OperationAnswer {
  const { path } = at.document
  if (!input.sources.has(path)) return refuseUnread(at)
  return answerChange(
    {
      at: archived,
      path: archived.document.path,
      plan: new Map([[path, { kind: 'delete' }]]),
      notes: [
        `A move to the archive had been stopped: it is finished, and ${safePath(path)} is gone.`,
        ...notes,
      ],
      data: { ...statusAfter(archived, []), moved_from: path },
    },
    input,
  )
}

function statusAfter(at: ItemAt, changes: readonly FrontMatterChange[]): { readonly status?: string } {
  const changed = changes.find(({ key }) => key === 'status')?.value
  const status = typeof changed === 'string' ? changed : statusOf(at)
  return status === '' ? {} : { status }
}

/** `memory/tasks/a.md` → `memory/tasks/archive/a.md` */
function archivePath(path: string): string {
  const slash = path.lastIndexOf('/')
  return `${path.slice(0, slash)}/archive${path.slice(slash)}`
}

function refuseTaken(path: string, target: string): Refusal {
  return {
    refusal: `${safePath(path)} cannot be archived: ${safePath(target)} exists and is another item`,
    help: 'Nothing was written. Rename one of the two files, then call again.',
  }
}
