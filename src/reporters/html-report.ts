import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { MemoryReport } from '../core/report.ts'
import { budgets } from './html-report/budgets.ts'
import { contents } from './html-report/contents.ts'
import type { Element } from './html-report/element.ts'
import { findings } from './html-report/findings.ts'
import { growth } from './html-report/growth.ts'
import { health } from './html-report/health.ts'
import { PAGE } from './html-report/inlined.ts'
import { logs } from './html-report/logs.ts'
import { pageHead } from './html-report/page-head.ts'
import { pageHeader } from './html-report/page-header.ts'
import { plans } from './html-report/plans.ts'
import { removed } from './html-report/removed.ts'
import { shown } from './html-report/shown.ts'
import { suppressions } from './html-report/suppressions.ts'
import { tallies } from './html-report/tallies.ts'
import { verdict } from './html-report/verdict.ts'

/** A memory's report as one HTML page, which needs nothing but itself; the same report gives the same bytes. */
export function htmlReport(report: MemoryReport): string {
  const { overviews, today } = report
  const name = shown(report.name, 120) || 'this repository'
  const sections = [
    health(overviews),
    budgets(overviews),
    growth(overviews),
    logs(overviews),
    plans(overviews, today),
    tallies(overviews),
    removed(overviews),
    findings(report),
    suppressions(report),
  ].filter((each): each is Element => each !== null)
  const page = h('html', { lang: 'en' }, [
    pageHead(`Memory of ${name}, ${shown(today, 40)}`),
    h('body', [
      h('a', { className: 'skip', href: '#main' }, 'Skip to the report'),
      pageHeader(name, shown(today, 40)),
      contents(sections),
      h('main', { id: 'main', tabIndex: -1 }, [verdict(report), ...sections]),
      h('footer', h('p', 'Made by memkeep report. This page loads nothing and sends nothing.')),
      h('script', PAGE.script),
    ]),
  ])
  return `${toHtml({ type: 'root', children: [{ type: 'doctype' }, page] })}\n`
}
