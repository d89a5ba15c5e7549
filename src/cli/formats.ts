import { UserError } from '../core/errors.ts'

/** Every name that `--format` takes. */
export const FORMATS = ['stylish', 'json', 'markdown', 'html'] as const

/** A name that `--format` takes. */
export type Format = (typeof FORMATS)[number]

/** The formats of a memory's report, the usual one first. */
export const MEMORY_FORMATS: readonly Format[] = ['markdown', 'html', 'json']

/** The formats of every other outcome. */
const PLAIN_FORMATS: readonly Format[] = ['stylish', 'json']

/** Throws `UserError` before a command does anything when it has no such format; `formats` are those that it has. */
export function needFormat(
  command: string,
  format: Format | undefined,
  formats: readonly Format[] = PLAIN_FORMATS,
): void {
  if (format === undefined || formats.includes(format)) return
  throw new UserError(`${command} has no --format ${format}`, `It has ${formats.join(', ')}.`)
}
