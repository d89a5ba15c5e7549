import type { Document } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { isArchived, isFinal, statusOf } from '../lifecycle.ts'
import { rememberedPlace } from '../read-item.ts'

/** What lies in an archive is over. */
export const archiveFinished: MemoryRule = {
  id: 'archive-finished',
  summary: 'An archive holds tasks that are done, goals that are achieved or abandoned, and facts.',
  why: 'Archived items are left out of listings, so an open task or an active goal there is as good as deleted. Decisions and reflections stay where they are: a superseded decision is known by the newer one that names it.',
  howToFix: 'Move the item back out of `archive/`, or finish it first.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '# tasks/archive/rotate-keys.md\nstatus: in_progress\n',
    good: '# tasks/archive/rotate-keys.md\nstatus: done\n',
  },
  kinds: ['task', 'goal', 'decision', 'reflection'],
  subject: 'memory',
  reach: 'document',
  check: ({ documents }, report) => {
    for (const document of documents) {
      const found = isArchived(document) && faultOf(document)
      if (found) report(document.path, found)
    }
  },
}

function faultOf(document: Document): Found | null {
  const [item] = document.items
  if (!item) return null
  const status = statusOf({ item })
  const place = rememberedPlace(document, 'status')
  const shown = status ? `status ${status}` : 'no status'
  if (item.kind === 'task' && status !== 'done') {
    const message = `A task in the archive has ${shown}, but must be done`
    return { place, message, help: 'Move it back out of `archive/` until it is done.' }
  }
  if (item.kind === 'goal' && !isFinal(status)) {
    const message = `A goal in the archive has ${shown}, but must be achieved or abandoned`
    return { place, message, help: 'Move it back out of `archive/` until it is achieved or abandoned.' }
  }
  return item.kind === 'decision' || item.kind === 'reflection' ? neverArchived(item.kind, document) : null
}

function neverArchived(kind: string, document: Document): Found {
  return {
    place: rememberedPlace(document, 'status'),
    severity: 'warning',
    message: `A ${kind} is in an archive, not with the others`,
    help: `Keep it in \`${kind}s/\`: a ${kind} is never moved once it is committed.`,
  }
}
