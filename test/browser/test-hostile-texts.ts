import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pageText } from '../../src/reporters/html-report/elements.ts'
import { htmlReport } from '../../src/reporters/html-report.ts'
import { reportSaying, richReport } from '../helpers/memory-reports.ts'
import { rowsOf, runs } from '../helpers/runs.ts'
import { FORBIDDEN, hostileText } from '../reporters/hostile-text.ts'
import type { Reader } from './reader.ts'

const MARKUP = [
  '</script><script>window.caught = 1</script>',
  '<img src=x onerror="window.caught = 1">',
  '"><svg onload=window.caught=1>',
  "' onfocus='window.caught=1' autofocus='",
  '</style></title></textarea><iframe src="javascript:parent.caught=1"></iframe>',
  '<!--<script>',
  ']]><script>window.caught=1</script>',
  '</text></svg><script>window.caught=1</script>',
  '&lt;script&gt;&#x3c;script&#x3e;&quot;',
  'javascript:window.caught=1',
  '<meta http-equiv="refresh" content="0;url=https://example.com/">',
  '<base href="https://example.com/"><link rel=stylesheet href=x>',
  '{a|b}{c}\n{@x}',
  '__proto__',
  '-',
  '',
  'x'.repeat(1_000_000),
]

/** What a browser makes of a page: its elements and attributes, what it links to, how many scripts and styles it has. */
type Outline = {
  readonly names: readonly string[]
  readonly links: readonly string[]
  readonly counts: readonly number[]
  readonly name: string
  readonly text: string
}

const OUTLINE = `(html) => {
  const page = html === '' ? document : new DOMParser().parseFromString(html, 'text/html')
  const all = [...page.querySelectorAll('*')]
  const names = all.flatMap((each) => [each.localName, ...each.getAttributeNames().map((name) => each.localName + ' ' + name)])
  const links = all.flatMap((each) => [each.getAttribute('href'), each.getAttribute('src')]).filter((link) => link !== null)
  const counts = ['script', 'style', 'meta', 'h1', 'link'].map((name) => page.querySelectorAll(name).length)
  const name = page.querySelector('h1').textContent
  for (const each of page.querySelectorAll('script, style')) each.remove()
  return { names: [...new Set(names)], links: [...new Set(links)], counts, name, text: page.documentElement.textContent }
}`

/** Tests what hostile text is in the page of a report, with the browser that `reader` gives when the tests run. */
export function testHostileTexts(reader: () => Reader): void {
  let plain: Outline
  beforeAll(async () => {
    await reader().read(richReport(), {}, async (page) => {
      const [live, parsed] = [await outlineOf(page, htmlReport(richReport())), await outlineOf(page, '')]
      plain = { ...live, names: [...live.names, ...parsed.names] }
    })
  })

  function outlineOf(page: Page, html: string): Promise<Outline> {
    return page.evaluate(`(${OUTLINE})(${JSON.stringify(html)})`)
  }

  function compare(outline: Outline, text: string): void {
    expect(outline.names.filter((name) => !plain.names.includes(name))).toEqual([])
    expect(outline.links.filter((link) => !plain.links.includes(link))).toEqual([])
    expect(outline.counts).toEqual(plain.counts)
    expect(outline.name).toBe(pageText(text, 120) || 'this repository')
    expect(outline.text).not.toMatch(FORBIDDEN)
  }

  test.each(rowsOf(MARKUP, 3).map((text) => [pageText(text, 60), text]))(
    '%s is shown, and not obeyed',
    async (_, text) => {
      await reader().read(reportSaying(text), {}, async (page) => {
        expect(await page.evaluate('window.caught')).toBeUndefined()
        compare(await outlineOf(page, ''), text)
      })
    },
  )

  test('any text is shown, and changes nothing else', async () => {
    const parts = fc.constantFrom(...MARKUP.slice(0, -1))
    const text = fc.array(fc.oneof(hostileText, parts), { maxLength: 4 }).map((all) => all.join(''))
    await reader().read(richReport(), {}, async (page) => {
      await fc.assert(
        fc.asyncProperty(text, async (text) => {
          const html = htmlReport(reportSaying(text))
          compare(await outlineOf(page, html), text)
        }),
        { numRuns: runs(100, 6) },
      )
    })
  })
}
