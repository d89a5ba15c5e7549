import { UserError } from '../../core/errors.ts'

/** How a report of findings can be printed. */
export const REPORT_FORMATS = ['stylish', 'json', 'sarif', 'github', 'junit', 'gitlab', 'markdown'] as const

/** The format of a report of findings, `stylish` by default. Other formats are refused before a command runs. */
export function reportFormat(format: Format | undefined): (typeof REPORT_FORMATS)[number] {
  return REPORT_FORMATS.find((one) => one === format) ?? 'stylish'
}

/** The formats of a memory's report, the usual one first. */
export const MEMORY_FORMATS = ['markdown', 'html', 'json'] as const

/** A name that `--format` takes. */
export type Format = (typeof REPORT_FORMATS)[number] | (typeof MEMORY_FORMATS)[number]

/** Every name that `--format` takes. */
export const FORMATS: readonly Format[] = [...new Set<Format>([...REPORT_FORMATS, ...MEMORY_FORMATS])]

/** The formats that special programs read. */
export type MachineFormat = Exclude<(typeof REPORT_FORMATS)[number], 'stylish' | 'json'>

/** The formats of every other outcome. */
const PLAIN_FORMATS: readonly Format[] = ['stylish', 'json']

/** Throws `UserError` when a command has no such format; `formats` are those that it has. */
export function assertFormat(
  command: string,
  format: Format | undefined,
  formats: readonly Format[] = PLAIN_FORMATS,
): void {
  if (format === undefined || formats.includes(format)) return
  throw new UserError(`${command} has no --format ${format}`, `It has ${formats.join(', ')}.`)
}
