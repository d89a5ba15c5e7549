import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MemoryReport } from '../../src/core/report.ts'
import { htmlReport } from '../../src/reporters/html-report.ts'

/** A browser that opens reports from files, as maintainers do. */
export type Reader = {
  /**
   * Opens a report's page and looks at it; fails when the page logged something, asked something of the network or of
   * the user. Reports are opened in one tab as long as the options are the same.
   */
  readonly read: (
    report: MemoryReport,
    options: BrowserContextOptions,
    look: (page: Page) => Promise<void>,
  ) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts the browser. */
export async function startReader(executablePath: string): Promise<Reader> {
  // Chromium has no sandbox for root, as whom containers run.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-report-'))
  const tabs = new Map<string, Tab>()
  let count = 0
  const tabFor = async (options: BrowserContextOptions): Promise<Tab> => {
    const key = JSON.stringify(options)
    const tab = tabs.get(key) ?? watched(await browser.newPage(options))
    tabs.set(key, tab)
    return tab
  }
  const read: Reader['read'] = async (report, options, look) => {
    count += 1
    const file = join(folder, `report-${count}.html`)
    writeFileSync(file, htmlReport(report))
    const tab = await tabFor(options)
    const { page, trouble } = tab
    tab.home = pathToFileURL(file).href
    await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? 'light' })
    await page.goto(tab.home)
    await look(page)
    // What came before the answer has been heard of.
    await page.evaluate('0')
    expect(trouble.splice(0)).toEqual([])
  }
  const close = async (): Promise<void> => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { read, close }
}

/** Where reports are opened one after the other; `home` is the one that is open. */
type Tab = { readonly page: Page; readonly trouble: string[]; home: string }

function watched(page: Page): Tab {
  const tab: Tab = { page, trouble: [], home: '' }
  const { trouble } = tab
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`))
  page.on('dialog', async (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    // The icon is part of the page.
    const own = request.url().split('#')[0] === tab.home || request.url() === 'data:,'
    if (!own) trouble.push(`request: ${request.url()}`)
  })
  return tab
}
