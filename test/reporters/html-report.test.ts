import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PAGE } from '../../src/reporters/html-report/inlined.ts'
import { htmlReport } from '../../src/reporters/html-report.ts'
import { bigReport, EMPTY_REPORT, reportSaying, richReport } from '../helpers/memory-reports.ts'

const MB = 2 ** 20

/** The text of a page, without its script and style. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style)>.*?<\/\1>/gs, ' ')
    .replaceAll(/<wbr>|<span class="whole">(?=:)/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('the same report gives the same bytes, whatever was drawn before', () => {
  const html = htmlReport(richReport())
  htmlReport(bigReport(40, 40))
  expect(htmlReport(richReport())).toBe(html)
})

test('has every section of a rich memory, in the order of a review', () => {
  const headings = [...htmlReport(richReport()).matchAll(/<h2 [^>]*>(.*?)<\/h2>/g)].map(([, text]) => text)
  expect(headings).toEqual([
    'This memory has errors',
    'Health',
    'Findings',
    'Removed with a reason',
    'What agents load',
    'What agents start with, over time',
    'Hot memory',
    'Growth',
    'Entries over time',
    'Plans',
    'Oldest items',
    'Tags that are probably one',
    'Tags and categories',
    'What is suppressed',
  ])
})

test.each([
  [
    'what there is to do',
    '2 errors to fix 2 parts of hot memory are over its limit 1 file does not load to the end 2 logs have outgrown',
  ],
  ['the numbers', 'Documents 214 Items 1,482 Errors 2 Warnings 3 Infos 2'],
  ['the health of a workspace', 'devtools workspace To fix 41 118 2 4 0'],
  ['a budget that is used up', 'all together 212 of 200 lines, 12 over 3,120 of 4,000 tokens, 880 left'],
  ['a budget without a limit', 'user/memory/glossary.md 58 lines, no limit 850 tokens, no limit'],
  [
    'what is cut first, and what is lost of it',
    'Another agent: notes at the start cut there, its documentation, 2026-05 41,400 of 32,768 bytes, 8,632 over AGENTS.md 1,400 memory/notes.md 40,000 cut Not loaded: "## Later"; 12 list items An agent: AGENTS.md advice, its guide, 2026-04',
  ],
  [
    'what sessions began with at some commits, and begin with now',
    'Date Commit Tokens 2026-02-24 5f0f4ae7 457 2026-04-02 2284b9da 1,182 2026-06-30 now 908',
  ],
  ['a load without a limit', 'A third agent: all of it 320 lines, no limit memory/notes.md 320'],
  [
    'what to do about growth',
    '128 50 78 memkeep archive user/memory/workspaces/platform/decisions.md --keep 50',
  ],
  ['the sizes of a log', 'Month Entries 2025-01 13 2025-02 33 2025-03 63 2025-04 88 2025-05 128'],
  ['entries without a date', '3 entries without a date count from the start.'],
  ['logs that have no chart', '2 logs are not shown: less full, or without entries of three months.'],
  ['plans by status', 'Status Stale Others All new 0 1 1 in_progress 2 0 2 partial 0 1 1'],
  ['a stale plan', 'in_progress Stale 240 days devtools checkout'],
  ['a plan without a date', 'no-date.md partial not known platform'],
  ['tags', 'Tag Uses testing 48 ci 41'],
  ['what was removed', 'Date Title Reason File 2026-05-11 Deploy key it held the key itself user/memory/'],
  ['tags that are used once', '2 are used once.'],
  ['findings by rule', 'All findings by rule: 6 rules'],
  [
    'the help of a rule once',
    'warning growth 2 findings in 2 files See what the rule says, and fix the line.',
  ],
  [
    'a finding',
    'Where Finding user/memory/workspaces/devtools/ 1 decisions.md:12:5 Unexpected tag CI , expected lower case',
  ],
])('says %s', (_, words) => {
  expect(textOf(htmlReport(richReport()))).toContain(words)
})

test('says of an empty repository that there is no memory', () => {
  const text = textOf(htmlReport(EMPTY_REPORT))
  expect(text).toContain('There is no memory here There is nothing to do.')
  expect(text).toContain('Nothing was found.')
})

test('says that a memory is healthy, and when it is not quite', () => {
  const healthy = { ...richReport(), report: EMPTY_REPORT.report, overviews: [] }
  const [workspace] = richReport().overviews
  if (!workspace) throw new Error('no overview')
  const only = (changes: object): string =>
    textOf(
      htmlReport({ ...healthy, overviews: [{ ...workspace, budgets: [], logs: [], plans: [], ...changes }] }),
    )
  expect(only({})).toContain('This memory is healthy There is nothing to do.')
  expect(only({ logs: workspace.logs })).toContain('No errors, and something to look at 2 logs have outgrown')
  expect(only({ logs: workspace.logs.slice(3) })).toContain('No log has more entries than its threshold.')
})

test('proposes no command with a path that a shell would take apart', () => {
  for (const path of ['a b.md', '-x.md', '$(x).md', "a'b.md", 'a;b.md', '~/a.md', 'a\nb.md']) {
    expect(textOf(htmlReport(reportSaying(path)))).not.toContain(`memkeep archive ${path}`)
    expect(textOf(htmlReport(reportSaying(path)))).toContain('Archive the oldest 1')
  }
})

test('lets run and style nothing but what it brings along', () => {
  const html = htmlReport(richReport())
  const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  expect(policy?.replaceAll('&#x27;', "'")).toBe(
    `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'`,
  )
  expect([script, style]).toEqual([PAGE.script, PAGE.style])
  expect(html).not.toMatch(/ (style|on[a-z]+)=|https?:/)
})

test('has charts without names that count up, and without styles', () => {
  const charts = [...htmlReport(richReport()).matchAll(/<svg class="chart".*?<\/svg>/gs)].map(([svg]) => svg)
  expect(charts).toHaveLength(11)
  expect(charts.filter((svg) => / (id|class|style)=/.test(svg.slice(20)))).toEqual([])
  expect(charts.filter((svg) => /#[0-9a-f]{3,6}"/i.test(svg))).toEqual([])
})

test('changes no object of JavaScript itself, whatever a tag is called', () => {
  for (const text of ['__proto__', 'constructor', 'toString']) htmlReport(reportSaying(text))
  const added: string[] = []
  for (const name in {}) added.push(name)
  expect(added).toEqual([])
})

test('stays small, and counts what it leaves out', () => {
  const html = htmlReport(bigReport(2000, 30_000))
  expect(html.length).toBeLessThan(5 * MB)
  expect(html.match(/<tr data-layout/g)).toHaveLength(3000)
  expect(html.match(/class="cause" [^>]*data-severity="error"/g)?.length).toBeGreaterThan(0)
  expect(html).not.toMatch(/class="cause" [^>]*data-severity="(?:warning|info)"/)
  const text = textOf(html)
  for (const words of [
    'The worst 3,000 findings are shown, and 27,000 more counted.',
    'rule-0 1,000',
    '1,991 logs are not shown',
    'The first 300 are shown, and 1,700 more plans not.',
    'Tags, the 15 commonest of 2,000',
  ]) {
    expect(text).toContain(words)
  }
})

test('stays small where every text is huge', () => {
  expect(htmlReport(reportSaying('<x>'.repeat(MB))).length).toBeLessThan(MB / 4)
})
