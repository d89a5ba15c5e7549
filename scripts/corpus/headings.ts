import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '../../src/core/document.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { loadDocuments } from '../../src/engine/documents/load-documents.ts'
import { decodeText } from '../../src/formats/decode-text.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { seenHeadings } from './seen-headings.ts'

const LOG = /(?:decisions|history|lessons|learnings)[^/]*\.md$/i

const ENTRY = Buffer.from('### [2026-01-05] Title\n\n**Category:** tooling\n\nText.\n\n---\n\n')

type Counts = {
  readonly files: number
  readonly unread: number
  readonly items: number
  readonly reported: number
}

/**
 * Reads every log of the corpus as one of the workspace layout: entries read and headings reported have to be the
 * headings that another reader sees. A log that is not read must say so. True when all are.
 */
export async function checkHeadings(directory: string): Promise<boolean> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((one) => one.isFile() && LOG.test(one.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  if (paths.length === 0) {
    console.log(`headings: no log in ${directory}: skipped`)
    return true
  }
  const total = { files: 0, unread: 0, items: 0, reported: 0 }
  const wrong: string[] = []
  for (const path of paths.sort()) {
    const written = readFileSync(path)
    // Few real logs hold an entry: with one above them, other rules hold for their headings.
    for (const bytes of [written, Buffer.concat([ENTRY, written])]) {
      const { counts, fault } = await countsOf(bytes)
      for (const key of ['files', 'unread', 'items', 'reported'] as const) total[key] += counts[key]
      if (fault) wrong.push(`headings: ${path}${bytes === written ? '' : ', below an entry'}: ${fault}`)
    }
  }
  for (const line of wrong) console.log(line)
  const { files, unread, items, reported } = total
  console.log(
    `headings: ${paths.length} logs, as they are and below an entry: ${files - unread} of ${files} read, ${items} entries read, ${reported} headings reported, ${wrong.length} with another number`,
  )
  return wrong.length === 0
}

async function countsOf(bytes: Buffer): Promise<{ counts: Counts; fault: string | null }> {
  const path = 'user/memory/workspaces/corpus/decisions.md'
  const options = { layouts, rules, settings: DEFAULT_SETTINGS, facts: factsInMemory(), today: '' }
  const { documents } = await loadDocuments(literalSnapshot({ [path]: bytes }), options)
  const [document] = documents
  if (!document) throw new Error('a log that is no document')
  const decoded = decodeText(bytes)
  if (!document.complete || !('text' in decoded)) {
    const isReported = document.findings.some(({ severity }) => severity === 'error')
    return {
      counts: { files: 1, unread: 1, items: 0, reported: 0 },
      fault: isReported ? null : 'is not read, and nothing is said',
    }
  }
  const items = document.items.length
  const reported = reportedIn(document)
  const seen = seenHeadings(decoded.text).length
  const isSame = items + reported === seen && reported >= document.unread.length
  const fault = `${items} entries and ${reported} reported headings, expected ${seen}`
  return { counts: { files: 1, unread: 0, items, reported }, fault: isSame ? null : fault }
}

/** How many headings that are no entries the findings speak of. */
function reportedIn({ findings, items }: Document): number {
  const read = new Set(items.map(({ place }) => place.line))
  return findings.reduce((sum, { rule, message, place }) => {
    if (rule === 'entry-separator') return sum + (message.includes('straight under a text line') ? 1 : 0)
    if (
      rule !== 'entry-heading' ||
      read.has(place.line) ||
      message.includes('have no plain space') ||
      message.includes('has no plain space')
    )
      return sum
    return sum + Number(/^(\d+) headings like/.exec(message)?.[1] ?? 1)
  }, 0)
}
