import { packedFile } from './checked-file.ts'

/** The findings of the last report as they were printed. Losing it costs time only. */
export type PrintedText = {
  /** Null unless exactly this was printed last; `form` names how. */
  get(form: string): string | null
  put(form: string, text: string): void
}

/** Opens the text in git's directory of one work tree; `state` names all that the report depends on. */
export function openPrintedText(gitDir: string, version: string, state: string): PrintedText {
  const file = packedFile(gitDir, 'last-printed', version)
  const keyOf = (form: string): string => JSON.stringify([state, form])
  return {
    get: (form) => {
      const [key, text] = file.read() ?? []
      return key && text && key() === keyOf(form) ? String(text()) : null
    },
    put: (form, text) => file.write([keyOf(form), text]),
  }
}
