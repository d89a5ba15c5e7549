import type { LogForm, LogShape } from '../../../src/core/log-shape.ts'
import { lineStarts } from '../../../src/core/text.ts'
import type { LogText } from '../../../src/formats/entry-log.ts'
import { readingOf } from '../../../src/formats/logs/find-shape.ts'
import { type ShapedLog, shapedLog } from '../../../src/formats/logs/shaped-log.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'

export function logText(text: string): LogText {
  return { text, markdown: parseMarkdown(text, 0), starts: lineStarts(text) }
}

/** The shape of a log; null where it shows none. */
export function shapeOf(log: LogText, form: LogForm): LogShape | null {
  return readingOf(log, form)?.shape ?? null
}

/** A log as it is read by a form; throws where it shows no shape. */
export function readText(text: string, form: LogForm = { expected: 'decisions' }): ShapedLog {
  const log = logText(text)
  const shape = shapeOf(log, form)
  if (!shape) throw new Error('no shape')
  return shapedLog(log, shape)
}

/** `day|title` of every entry. */
export function namesIn({ entries }: ShapedLog): string[] {
  return entries.map(({ day, title }) => `${day ?? ''}|${title.text}`)
}
