import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { MemoryReport } from '../core/report.ts'
import { type Element, pageText } from './html-report/elements.ts'
import { findings, suppressions } from './html-report/findings.ts'
import { PAGE } from './html-report/inlined.ts'
import { health, nearTags, removed, tallies } from './html-report/inventory.ts'
import { loads } from './html-report/loads.ts'
import { logs } from './html-report/logs.ts'
import { plans } from './html-report/plans.ts'
import { budgets, growth } from './html-report/sizes.ts'
import { verdict } from './html-report/verdict.ts'

/** A memory's report as one HTML page, without other files; the same report gives the same bytes. */
export function htmlReport(report: MemoryReport): string {
  const { overviews, today } = report
  const name = pageText(report.name, 120) || 'this repository'
  const sections = [
    // What there is to do and what was lost comes first, then what agents see, then how the memory grows.
    findings(report),
    removed(overviews),
    loads(overviews),
    health(overviews),
    budgets(overviews),
    growth(overviews),
    logs(overviews),
    plans(overviews, today),
    nearTags(report.nearTags),
    tallies(overviews),
    suppressions(report),
  ].filter((each): each is Element => each !== null)
  const page = h('html', { lang: 'en' }, [
    pageHead(`Memory of ${name}, ${pageText(today, 40)}`),
    h('body', [
      h('a', { className: 'skip', href: '#main' }, 'Skip to the report'),
      pageHeader(name, pageText(today, 40)),
      contents(sections),
      h('main', { id: 'main', tabIndex: -1 }, [verdict(report), ...sections]),
      h('footer', h('p', 'Made by memkeep report. This page loads nothing and sends nothing.')),
      h('script', PAGE.script),
    ]),
  ])
  return `${toHtml({ type: 'root', children: [{ type: 'doctype' }, page] })}\n`
}

/** The page's Content-Security-Policy: only its own script and style work, even if untrusted text became markup. */
const POLICY = [
  "default-src 'none'",
  `script-src '${PAGE.scriptHash}'`,
  `style-src '${PAGE.styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The head of the page: its policy first, then its style. */
function pageHead(title: string): Element {
  return h('head', [
    h('meta', { charSet: 'utf-8' }),
    h('meta', { httpEquiv: 'Content-Security-Policy', content: POLICY }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'referrer', content: 'no-referrer' }),
    h('title', title),
    // An empty icon: without it, browsers ask the server for one.
    h('link', { rel: 'icon', href: 'data:,' }),
    h('style', PAGE.style),
  ])
}

/** The name and date of the memory, and the theme button, hidden until the page's script makes it work. */
function pageHeader(name: string, today: string): Element {
  return h('header', [
    h('div', [h('p', { className: 'note' }, `Memory report, ${today}`), h('h1', name)]),
    h('button', { id: 'theme', type: 'button', hidden: true }, 'Dark theme'),
  ])
}

/** Links to the sections of the page, with the text of their headings. */
function contents(sections: readonly Element[]): Element {
  return h('nav', { ariaLabel: 'Contents' }, [
    h(
      'ul',
      sections.map(({ properties, children: [heading] }) =>
        h('li', h('a', { href: `#${properties.id}` }, heading?.type === 'element' ? heading.children : [])),
      ),
    ),
  ])
}
