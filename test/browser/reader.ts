import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MemoryReport } from '../../src/core/memory-report.ts'
import { htmlReport } from '../../src/reporters/html-report.ts'

/** A browser that opens reports from files, as maintainers do. */
export type Reader = {
  /**
   * Opens a report's page, looks at it and closes it; fails when the page logged something, asked something of the
   * network or of the user.
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
  let count = 0
  const read: Reader['read'] = async (report, options, look) => {
    count += 1
    const file = join(folder, `report-${count}.html`)
    writeFileSync(file, htmlReport(report))
    const page = await browser.newPage(options)
    const trouble = watch(page, pathToFileURL(file).href)
    await page.goto(pathToFileURL(file).href)
    await look(page)
    await page.close()
    expect(trouble).toEqual([])
  }
  const close = async (): Promise<void> => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { read, close }
}

function watch(page: Page, home: string): string[] {
  const trouble: string[] = []
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`))
  page.on('dialog', async (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    // The icon is part of the page.
    const own = request.url().split('#')[0] === home || request.url() === 'data:,'
    if (!own) trouble.push(`request: ${request.url()}`)
  })
  return trouble
}
