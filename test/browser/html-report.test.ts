import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, SKIPPED } from '../../scripts/chromium.ts'
import { bigReport, EMPTY_REPORT, reportSaying, richReport } from '../helpers/memory-reports.ts'
import { LONG, rowsOf } from '../helpers/runs.ts'
import { variant } from '../helpers/variant.ts'
import { type Reader, startReader } from './reader.ts'
import { testHostileTexts } from './test-hostile-texts.ts'

const THEMES = ['light', 'dark'] as const
const ROWS = '#causes tbody tr:not(.folder):visible'

// A browser is several processes more on a busy machine.
const TIMEOUT = 180_000

describe.skipIf(CHROMIUM === null)(`the page of a report${SKIPPED}`, { timeout: TIMEOUT }, () => {
  let reader: Reader
  beforeAll(async () => {
    reader = await startReader(CHROMIUM ?? '')
  }, TIMEOUT)
  afterAll(() => reader?.close())

  test('opens from a file, asks for nothing and complains of nothing', async () => {
    for (const report of [richReport(), EMPTY_REPORT]) {
      await reader.read(report, {}, async (page) => {
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(report.name)
        expect(await page.title()).toBe(`Memory of ${report.name}, 2026-06-30`)
      })
    }
  })

  test('shows all findings where scripts do not run, and no control that would do nothing', async () => {
    await reader.read(richReport(), { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator(ROWS).count()).toBe(7)
      expect(await page.locator('button:visible, input:visible, select:visible').count()).toBe(0)
    })
  })

  test('filters by each control', async () => {
    await reader.read(richReport(), {}, async (page) => {
      for (const [label, value, left] of [
        ['Text', 'LOWER case', 1],
        ['Text', 'platform/decisions.md:77', 1],
        ['Text', 'nowhere', 0],
        ['Severity', 'warnings', 3],
        ['Rule', 'growth', 2],
        ['Part', 'platform', 2],
        ['Part', 'in no part', 2],
      ] as const) {
        const control = page.getByLabel(label, { exact: true })
        if (label === 'Text') await control.fill(value)
        else await control.selectOption({ label: value })
        const words = left === 0 ? 'No finding fits these filters.' : `${left} of 7 findings fit.`
        const seen = [await page.locator(ROWS).count(), await page.getByRole('status').textContent()]
        expect([label, value, ...seen]).toEqual([label, value, left, words])
        await page.getByRole('button', { name: 'Show all' }).click()
      }
    })
  })

  test('joins filters, and shows all again', async () => {
    await reader.read(richReport(), {}, async (page) => {
      await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'growth' })
      await page.getByLabel('Part', { exact: true }).selectOption({ label: 'devtools' })
      expect(await page.locator(ROWS).count()).toBe(1)
      await page.getByRole('button', { name: 'Show all' }).click()
      expect(await page.locator(ROWS).count()).toBe(7)
      expect(await page.getByRole('status').textContent()).toBe('All 7 findings are shown.')
      expect(await page.evaluate('document.activeElement.id')).toBe('filter-text')
    })
  })

  variant('filters the thousands of rows of a big memory', async () => {
    await reader.read(bigReport(2000, 30_000), {}, async (page) => {
      expect(await page.title()).toBe('Memory of big, 2026-06-30')
      await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'rule-3' })
      const words = await page.getByRole('status').textContent()
      expect(words).toBe(
        `${await page.locator(ROWS).count()} of 3,000 findings fit. 27,000 more are counted only, and are not looked through.`,
      )
      const more = 'The worst 3,000 findings are shown, and 27,000 more counted.'
      expect(await page.getByText(more).count()).toBe(1)
    })
  })

  test.each(rowsOf(THEMES, 2))('begins with the system’s %s theme, and changes it', async (colorScheme) => {
    await reader.read(richReport(), { colorScheme }, async (page) => {
      const other = colorScheme === 'dark' ? 'light' : 'dark'
      const button = page.getByRole('button', { name: /theme$/ })
      const brings = { light: 'Light theme', dark: 'Dark theme' }
      const before = await paper(page)
      expect(await button.textContent()).toBe(brings[other])
      await button.click()
      expect(await button.textContent()).toBe(brings[colorScheme])
      const after = await paper(page)
      expect(after).not.toBe(before)
      await button.click()
      expect(await paper(page)).toBe(before)
      await page.emulateMedia({ colorScheme: other })
      expect(await paper(page)).toBe(before)
    })
  })

  test('is used by keyboard alone', async () => {
    await reader.read(richReport(), {}, async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the report')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('main')
      await tabTo(page, 'filter-text')
      await page.keyboard.type('growth')
      expect(await page.locator(ROWS).count()).toBe(2)
      await tabTo(page, 'filter-part')
      await page.keyboard.type('platform')
      expect(await page.locator(ROWS).count()).toBe(1)
      await tabTo(page, 'filter-reset')
      await page.keyboard.press('Space')
      expect(await page.locator(ROWS).count()).toBe(7)
    })
  })

  test('shows each link of its contents whole where it has the focus, also on a narrow screen', async () => {
    await reader.read(richReport(), { viewport: { width: 390, height: 844 } }, async (page) => {
      const count = await page.locator('nav a').count()
      expect(count).toBeGreaterThan(4)
      await page.getByRole('button', { name: 'Dark theme' }).focus()
      for (let i = 0; i < count; i++) {
        await page.keyboard.press('Tab')
        const isWhole = `(({ left, right }) => left >= 0 && right <= innerWidth)(document.activeElement.getBoundingClientRect())`
        expect([i, await page.evaluate(isWhole)]).toEqual([i, true])
      }
      expect(await page.evaluate("document.activeElement.matches('nav li:last-child a')")).toBe(true)
    })
  })

  test('leaves a group folded that was folded before a filter came and went', async () => {
    await reader.read(richReport(), {}, async (page) => {
      const first = page.locator('#causes details').first()
      await first.locator('summary').click()
      expect(await first.getAttribute('open')).toBeNull()
      await page.getByLabel('Text', { exact: true }).fill('a')
      expect(await first.getAttribute('open')).toBe('')
      await page.getByLabel('Text', { exact: true }).fill('')
      expect(await first.getAttribute('open')).toBeNull()
    })
  })

  test('names what is on it for who does not see it', async () => {
    await reader.read(richReport(), {}, async (page) => {
      const there = async (role: Parameters<Page['getByRole']>[0], ...names: string[]): Promise<void> => {
        for (const name of names) {
          expect([name, await page.getByRole(role, { name, exact: true }).count()]).toEqual([name, 1])
        }
      }
      await there('region', 'This memory has errors', 'Hot memory', 'Growth', 'Plans', 'Findings')
      await there('table', 'Health by part', 'Logs over their threshold', 'growth: 2 warnings in 2 files')
      await there('img', 'Plans by status of the workspace layout', 'Tags of the atomic layout')
      await there('img', 'Entries over time of cowork/log.md: 12 now, threshold 50')
      await there('img', 'What An agent starts with, over time: 908 tokens now')
      await there('navigation', 'Contents')
      await there('search', 'Filter findings')
      const charts = page.getByRole('img')
      expect(await charts.count()).toBe(await page.locator('figure').count())
      expect(await page.locator('figure details table').count()).toBe(await charts.count())
    })
  })

  test.each(THEMES)('has nothing that axe objects to, in the %s theme', async (colorScheme) => {
    // In the long run all with both themes; else each theme and width once.
    const looks = [
      ['light', richReport(), 1200],
      ['dark', reportSaying('<b>&"'), 400],
      ['both', richReport(), 400],
      ['both', EMPTY_REPORT, 1200],
    ] as const
    for (const [theme, report, width] of looks) {
      if (theme !== colorScheme && !LONG) continue
      await reader.read(report, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
        await page.locator('details').evaluateAll('(all) => { for (const each of all) each.open = true }')
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      })
    }
  })

  test('is no wider than a narrow window, whatever it says', async () => {
    const reports = [reportSaying('x'.repeat(1000)), richReport(), reportSaying('/'.repeat(1000))]
    for (const report of rowsOf(reports, 2)) {
      await reader.read(report, { viewport: { width: 400, height: 900 } }, async (page) => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400)
      })
    }
  })

  test('is printed light, with every finding, and without what a reader of paper cannot press', async () => {
    await reader.read(richReport(), { colorScheme: 'dark' }, async (page) => {
      const dark = await paper(page)
      await page.emulateMedia({ media: 'print' })
      expect(await paper(page)).not.toBe(dark)
      expect(await page.locator(ROWS).count()).toBe(7)
      expect(await page.locator('button:visible, input:visible, nav:visible').count()).toBe(0)
    })
  })

  describe('with hostile text', () => testHostileTexts(() => reader))
})

/** What the page is written on. */
function paper(page: Page): Promise<string> {
  return page.evaluate('getComputedStyle(document.body).backgroundColor')
}

/** Presses the tab key until an element has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    if ((await page.evaluate('document.activeElement.id')) === id) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Unexpected focus order, expected to come to ${id}`)
}
