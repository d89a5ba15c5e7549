import type { Memory } from '../../../../core/memory.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { categoryOf, logsByWorkspace, tagsOf } from '../../entries.ts'
import { knownCategories, workspaceSettings } from '../../settings.ts'
import { cleanCategory } from './clean-category.ts'
import { cleanContent } from './clean-content.ts'
import { cleanTags } from './clean-tags.ts'
import { cleanTitle } from './clean-title.ts'
import type { NewEntry } from './entry.ts'
import type { SaveRequest } from './request.ts'
import { unseenFault } from './unseen-fault.ts'

/** The entry as it will be written, and what was changed for that; or why it cannot be written. */
export function newEntry(
  request: SaveRequest,
  memory: Memory,
): { readonly entry: NewEntry; readonly notes: readonly string[] } | Refusal {
  const { kind } = request
  const items = (logsByWorkspace(memory).get(request.workspace) ?? []).flatMap((log) => log.items)
  const known = knownCategories(kind, workspaceSettings(memory.settings))
  const titled = cleanTitle(request.title)
  if ('refusal' in titled) return titled
  const bodied = cleanContent(request.content)
  if ('refusal' in bodied) return bodied
  const used = counted(items.flatMap((item) => categoryOf(item) ?? []))
  const filed = cleanCategory(request.category, { known, used })
  if ('refusal' in filed) return filed
  const tagged = cleanTags(request.tags, counted(items.flatMap(tagsOf)))
  if ('refusal' in tagged) return tagged
  const entry: NewEntry = {
    kind,
    date: memory.today,
    title: titled.title,
    category: filed.category,
    tags: tagged.tags,
    content: bodied.content,
  }
  const fault = unseenIn(entry, memory)
  return fault ?? { entry, notes: [...bodied.notes, ...filed.notes, ...tagged.notes] }
}

function unseenIn({ title, category, content }: NewEntry, { settings }: Memory): Refusal | null {
  const isOff = settings.rules['no-hidden-text'] === 'off'
  const texts = Object.entries({ title, category, content })
  for (const [name, text] of texts) {
    const fault = unseenFault(name, text)
    if (fault && (!isOff || /\p{Cs}/u.test(text))) return fault
  }
  return null
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
