import { isCalendarDate } from '../core/date.ts'
import { safeText, UserError } from '../core/messages.ts'

/** What every call of the library takes, with a default for each. */
export type CommonOptions = { readonly cwd: string; readonly cache: boolean; readonly today: string }

/** What the value of an option must be: a test of it, and the same in words. */
type OptionForm = { readonly fits: (value: unknown) => boolean; readonly words: string }

/** The form of every option that a function takes. */
export type OptionForms<Options> = { readonly [name in keyof Options]-?: OptionForm }

export const TEXT: OptionForm = { fits: (value) => typeof value === 'string', words: 'a text' }
export const FLAG: OptionForm = { fits: (value) => typeof value === 'boolean', words: 'true or false' }
export const TEXTS: OptionForm = { fits: isTexts, words: 'a list of texts' }
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
  const help = 'docs/library.md of memkeep lists the options: every one has a default.'
  if (typeof given !== 'object' || given === null)
    throw new UserError(`${name} takes an object of options`, help)
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
  const text = JSON.stringify(value) ?? String(value)
  return safeText(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
