import { safeText } from '../core/safe-text.ts'

/** The most UTF-16 units of one untrusted text: services cut longer ones themselves. */
const MOST = 1_000

/** Untrusted text in one line, escaped and cut to what a service shows; never half a character. */
export function shownText(text: string, most: number = MOST): string {
  // Escaping makes a text longer, never shorter.
  const shown = safeText(text.slice(0, most))
  if (shown.length <= most && text.length <= most) return shown
  return `${shown.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A message and its help as two sentences. */
export function shownAdvice({ message, help }: { readonly message: string; readonly help: string }): string {
  const said = shownText(message)
  const ended = /[.!?…]$/.test(said) ? said : `${said}.`
  return help === '' ? ended : `${ended} ${shownText(help)}`
}
