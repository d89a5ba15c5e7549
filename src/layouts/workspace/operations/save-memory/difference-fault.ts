import type { Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Entry } from '../../../../formats/entry-log.ts'
import { entriesOf } from '../../entries.ts'
import type { ReadBack } from './read-back.ts'
import { sameEntries } from './same-entries.ts'

/** Says what of a saved log is not read back as it was meant: the entry, or the ones beside it; null when all is. */
export function differenceFault(back: ReadBack): Refusal | null {
  const { entry, source, before } = back
  const entries = entriesOf(source)?.entries ?? []
  const mine = entries.find((one) => one.start === back.range.start)
  const differs = mine ? differingField(mine, back) : 'entry'
  if (differs !== null) {
    return {
      refusal: `The ${differs} would not be read back as it is given: ${safeText(entry.title)}`,
      help: `Say it in plainer Markdown${differs === 'content' ? ': no open HTML, fences or lists at the end' : ''}.`,
    }
  }
  const others = entries.filter((one) => one !== mine)
  if (sameEntries(before, { source, entries: others })) return null
  return {
    refusal: `With this entry the earlier ones of ${safePath(back.path)} would be read otherwise`,
    help: 'Say it in plainer Markdown, or mend what `memkeep check` says of the file.',
  }
}

function differingField(found: Entry, { entry, source }: ReadBack): string | null {
  const body = source.text.slice(found.body.start, found.body.end).replaceAll(/\r\n?/g, '\n')
  const tags = found.tags?.tags.map(({ text }) => text) ?? []
  if (found.date.text !== entry.date || found.title.text !== entry.title) return 'title'
  if (found.category?.value.text !== entry.category) return 'category'
  if (tags.join() !== entry.tags.join()) return 'list of tags'
  return body === entry.content && found.separator ? null : 'content'
}
