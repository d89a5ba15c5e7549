import { h } from 'hastscript'
import type { Element } from './element.ts'
import { PAGE } from './inlined.ts'

/** Nothing is fetched, nothing runs and nothing styles but what the page brings along, whatever a text in it says. */
const POLICY = [
  "default-src 'none'",
  `script-src '${PAGE.scriptHash}'`,
  `style-src '${PAGE.styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The head of the page: its policy first, then its style. */
export function pageHead(title: string): Element {
  return h('head', [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { httpEquiv: 'Content-Security-Policy', content: POLICY }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'referrer', content: 'no-referrer' }),
    h('title', title),
    // A server is not asked for an icon either.
    h('link', { rel: 'icon', href: 'data:,' }),
    h('style', PAGE.style),
  ])
}
