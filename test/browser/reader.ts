import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MemoryReport } from '../../src/core/report.ts'
import { htmlReport } from '../../src/reporters/html-report.ts'

/** A browser that opens reports from files, as maintainers do. */
export type Reader = {
  /**
   * Opens a report's page and looks at it; fails when the page logged something, asked something of the network or of
   * the user. There is one tab with scripts, and one without.
   */
  readonly read: (report: MemoryReport, options: Look, look: (page: Page) => Promise<void>) => Promise<void>
  readonly close: () => Promise<void>
}

/** How a page is looked at; a wide window, light and with scripts, where nothing is given. */
type Look = {
  readonly javaScriptEnabled?: boolean
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

const VIEWPORT = { width: 1280, height: 720 }

/** Starts the browser. */
export async function startReader(executablePath: string): Promise<Reader> {
  // Chromium has no sandbox for root, as whom containers run.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args })
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-report-'))
  const tabs = new Map<boolean, Tab>()
  let count = 0
  const tabFor = async (javaScriptEnabled: boolean): Promise<Tab> => {
    const tab = tabs.get(javaScriptEnabled) ?? watched(await browser.newPage({ javaScriptEnabled }))
    tabs.set(javaScriptEnabled, tab)
    return tab
  }
  const read: Reader['read'] = async (
    report,
    { javaScriptEnabled = true, colorScheme = 'light', viewport = VIEWPORT },
    look,
  ) => {
    count += 1
    const file = join(folder, `report-${count}.html`)
    writeFileSync(file, htmlReport(report))
    const tab = await tabFor(javaScriptEnabled)
    const { page, trouble } = tab
    tab.home = pathToFileURL(file).href
    await page.setViewportSize(viewport)
    await page.emulateMedia({ media: null, colorScheme })
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
