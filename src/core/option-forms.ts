import { isCalendarDate } from './date.ts'
import { safeText, UserError } from './messages.ts'

/** What every call of the library takes, with a default for each. */
export type CommonOptions = { readonly cwd: string; readonly cache: boolean; readonly today: string }

/** What the value of an option or an argument must be: a test of it, and the same in words. */
export type OptionForm = { readonly fits: (value: unknown) => boolean; readonly words: string }

/** The form of every option that a function takes. */
export type OptionForms<Options> = { readonly [name in keyof Options]-?: OptionForm }

export const TEXT: OptionForm = { fits: isText, words: 'a text' }
export const FLAG: OptionForm = { fits: (value) => typeof value === 'boolean', words: 'true or false' }
export const TEXTS: OptionForm = { fits: listOf(isText), words: 'a list of texts' }
const DAY: OptionForm = {
  fits: (value) => typeof value === 'string' && isCalendarDate(value),
  words: 'a day as YYYY-MM-DD',
}

/** What every function that reads memory takes. */
export const COMMON: OptionForms<CommonOptions & { readonly config?: string }> = {
  cwd: { ...TEXT, words: 'the path of a folder' },
  config: { ...TEXT, words: 'the path of a settings file' },
  cache: FLAG,
  today: DAY,
}

/** Throws `UserError` for what is no object of these options. One that is undefined is not given. */
export function assertOptions(
  given: unknown,
  forms: { readonly [name: string]: OptionForm },
  name: string,
): void {
  const help = 'docs/library.md of memkeep lists the options.'
  if (!isRecord(given)) throw new UserError(`${name} takes an object of options`, help)
  for (const [key, value] of Object.entries(given)) {
    const form = Object.hasOwn(forms, key) ? forms[key] : undefined
    if (!form) throw new UserError(`${name} has no option \`${safeText(key)}\``, help)
    if (value !== undefined && !form.fits(value))
      throw new UserError(`\`${key}\` of ${name} is ${form.words}, not ${shown(value)}`, help)
  }
}

/** A value in a message: short, and on one line. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  const text = jsonOf(value) ?? String(value)
  return safeText(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

/** Undefined for what is no JSON, such as a circle. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Throws `UserError` for an argument of another form: `name` says which argument, and whose. */
export function assertArgument(value: unknown, { fits, words }: OptionForm, name: string): void {
  if (!fits(value))
    throw new UserError(
      `${name} is ${words}, not ${shown(value)}`,
      'docs/library.md of memkeep says what it takes.',
    )
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** True for an object with keys: no list, and no map. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Fits = (value: unknown) => boolean

export function listOf(fits: Fits): Fits {
  return (value) => Array.isArray(value) && value.every((one) => fits(one))
}

export function orNull(fits: Fits): Fits {
  return (value) => value === null || fits(value)
}

/** An object whose values under these keys fit; it may have others. */
export function recordOf(fields: { readonly [key: string]: Fits }): Fits {
  const all = Object.entries(fields)
  return (value) => isRecord(value) && all.every(([key, fits]) => fits(value[key]))
}
