import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { MemoryReport } from '../core/report.ts'
import { concernsOf } from './concerns.ts'
import { atStart } from './html-report/at-start.ts'
import { code } from './html-report/code.ts'
import { type Element, grouped, pageText, plural } from './html-report/elements.ts'
import { findings, suppressions } from './html-report/findings.ts'
import { PAGE } from './html-report/inlined.ts'
import { health, nearTags, oldest, removed, tallies } from './html-report/inventory.ts'
import { budgets, loads } from './html-report/loads.ts'
import { growth, logs } from './html-report/logs.ts'
import { plans } from './html-report/plans.ts'

/** A memory's report as one HTML page, without other files; the same report gives the same bytes. */
export function htmlReport(report: MemoryReport): string {
  const { overviews, today } = report
  const name = pageText(report.name, 120) || 'this repository'
  const sections = [
    // The state comes first and what there is to do, then what was lost, what agents see, and how the memory grows.
    health(overviews),
    findings(report),
    removed(overviews),
    loads(overviews),
    atStart(report),
    code(report),
    budgets(overviews),
    growth(overviews),
    logs(overviews),
    plans(overviews, today),
    oldest(overviews),
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

/** The verdict in one sentence, what there is to do, and the numbers. */
function verdict(report: MemoryReport): Element {
  const { summary } = report.report
  const todo = toDo(report)
  const state = summary.errors > 0 ? 'error' : todo.length > 0 ? 'warning' : 'fine'
  const numbers = [
    ['Documents', summary.documents],
    ['Items', summary.items],
    ...(summary.headings === summary.items ? [] : [['Headings seen', summary.headings] as const]),
    ['Errors', summary.errors],
    ['Warnings', summary.warnings],
    ['Infos', summary.infos],
  ] as const
  return h('section', { id: 'verdict', className: ['verdict', state], ariaLabelledBy: 'verdict-heading' }, [
    h('h2', { id: 'verdict-heading' }, sentence(state, report.overviews)),
    ...(todo.length > 0 ? [h('ul', todo)] : [h('p', 'There is nothing to do.')]),
    h(
      'dl',
      { className: 'numbers' },
      numbers.map(([name, number]) => h('div', [h('dt', name), h('dd', grouped(number))])),
    ),
  ])
}

function sentence(state: 'error' | 'warning' | 'fine', overviews: readonly unknown[]): string {
  if (state === 'error') return 'This memory has errors'
  if (state === 'warning') return 'No errors, and something to look at'
  return overviews.length === 0 ? 'There is no memory here' : 'This memory is healthy'
}

/** What a review has to do, the worst first: each a link to where the page says more. */
function toDo(memory: MemoryReport): Element[] {
  const { summary } = memory.report
  const { over, cut, grown, stale } = concernsOf(memory)
  return [
    ...task(summary.errors, 'findings', plural(summary.errors, 'error to fix', 'errors to fix')),
    ...task(
      over,
      'budgets',
      plural(over, 'part of hot memory is', 'parts of hot memory are'),
      'over its limit',
    ),
    ...task(cut, 'loads', plural(cut, 'file does', 'files do'), 'not load to the end'),
    ...task(grown, 'outgrown', plural(grown, 'log has', 'logs have'), 'outgrown the threshold'),
    ...task(stale, 'plans', plural(stale, 'plan is', 'plans are'), 'stale'),
    ...task(
      summary.warnings,
      'findings',
      plural(summary.warnings, 'warning to look at', 'warnings to look at'),
    ),
  ]
}

function task(count: number, section: string, ...words: readonly string[]): Element[] {
  return count > 0 ? [h('li', h('a', { href: `#${section}` }, words.join(' ')))] : []
}
