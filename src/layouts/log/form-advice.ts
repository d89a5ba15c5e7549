import type { Source } from '../../core/source.ts'
import { type MeasuredPattern, nearestPattern, plainPattern } from '../../formats/logs/describe-shape.ts'
import { shapedLog } from '../../formats/logs/shaped-log.ts'
import { logOf, logTextOf } from './read-log.ts'

/** The forms that settings could give a log, as they were measured: that of its entries, and what else they could be. */
function measuredForms(source: Source): readonly MeasuredPattern[] {
  const log = logTextOf(source)
  const read = logOf(source)
  if (!log) return []
  if (!read || read.entries.length === 0) return [plainPattern(log) ?? []].flat()
  const { other } = read
  const rival = other && nearestPattern(log, other.shape, shapedLog(log, other.shape))
  const forms = [nearestPattern(log, read.shape, read) ?? [], rival ?? []].flat()
  return forms.filter(({ entries }, i) => forms.findIndex((one) => one.entries === entries) === i)
}

/** What to write into the settings, with the number of entries that each form finds. */
export function formAdvice(source: Source): string {
  const { path } = source
  const [first, second] = measuredForms(source)
  const none = 'with `ignore: true` instead the file is no log.'
  if (!first)
    return `no form was found that could be named, and \`logs: [{ path: ${path}, ignore: true }]\` says that the file is no log.`
  const found = ({ count }: MeasuredPattern): string =>
    `finds ${count === 1 ? '1 entry' : `${count} entries`}`
  const rival = second ? `, and \`entries: ${JSON.stringify(second.entries)}\` ${found(second)}` : ''
  const setting = `\`logs: [{ path: ${path}, entries: ${JSON.stringify(first.entries)} }]\``
  return `${setting} ${found(first)}${rival}; ${none}`
}
