// Compares, on every Markdown file below some directories, what the line scan and what remark alone make of it.
// usage: npm run test:parsers -- DIR…
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { lineStarts } from '../src/core/text.ts'
import { decodeText } from '../src/formats/decode-text.ts'
import { readFrontMatter } from '../src/formats/front-matter.ts'
import { parseMarkdown } from '../src/formats/markdown/parse-markdown.ts'
import { planMarkdown } from '../src/formats/markdown/plan-markdown.ts'

const directories = process.argv.slice(2)
if (directories.length === 0) {
  console.error('usage: npm run test:parsers -- DIR…')
  process.exit(2)
}
for (const directory of directories) compare(directory)

function compare(directory: string): void {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.md$/i.test(one.name))
    .map((one) => relative(directory, join(one.parentPath, one.name)))
  const counts = { files: 0, characters: 0, withZones: 0, zones: 0, leftToRemark: 0, different: 0 }
  for (const path of files) {
    const decoded = decodeText(readFileSync(join(directory, path)))
    if ('problem' in decoded) continue
    const { text } = decoded
    const start = readFrontMatter(text, lineStarts(text), 65_536).bodyStart
    const { zones } = planMarkdown(text, start, 'auto')
    counts.files++
    counts.characters += text.length
    counts.withZones += zones.length > 0 ? 1 : 0
    counts.zones += zones.length
    counts.leftToRemark += zones.reduce((sum, zone) => sum + zone.end - zone.start, 0)
    if (isDeepStrictEqual(parseMarkdown(text, start, 'auto'), parseMarkdown(text, start, 'remark'))) continue
    counts.different++
    console.log(`different: ${join(directory, path)}`)
  }
  console.log(directory, JSON.stringify(counts))
  if (counts.different > 0) process.exitCode = 1
}
