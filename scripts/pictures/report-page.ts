import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM } from '../chromium.ts'
import { present } from '../generate/output.ts'
import { inScratch } from './scratch.ts'

const PICTURE = 'docs/images/report.png'

/** Names the page that the picture shows: another browser gives other bytes, and the page alone says what is current. */
const SHOWN = 'docs/images/report.png.sha256'

/**
 * Takes a picture of the page that `memkeep report` makes of an example, when the page is another one than the picture
 * shows. With `check` it takes none. True when the picture was not current.
 */
export async function settleReportPicture(check: boolean): Promise<boolean> {
  const page = reportPage()
  const digest = `${createHash('sha256').update(page).digest('hex')}  the page that report.png shows\n`
  if (present(SHOWN) === digest && present(PICTURE) !== null) return false
  process.stdout.write(`${check ? 'stale' : 'wrote'} ${PICTURE}\n`)
  if (check) return true
  if (CHROMIUM === null) throw new Error(`${PICTURE} needs a Chromium; CHROMIUM can name one`)
  await takePicture(page, CHROMIUM)
  writeFileSync(SHOWN, digest)
  return true
}

function reportPage(): string {
  return inScratch('workspace', ({ dir, memkeep }) => {
    const file = join(dir, 'report.html')
    memkeep(0, 'report', '--format', 'html', '--no-cache', '--now', '2026-04-01', '--output', file)
    return readFileSync(file, 'utf8')
  })
}

async function takePicture(text: string, executablePath: string): Promise<void> {
  const { chromium } = await import('playwright-core')
  // Chromium has no sandbox for root, as whom containers run.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 760 }, colorScheme: 'light' })
    await page.setContent(text)
    await page.screenshot({ path: PICTURE, animations: 'disabled' })
  } finally {
    await browser.close()
  }
}
