// Measures how simple the sources are: sizes, imports, and how many files the command executes for what users wait for.
// usage: node scripts/run.mjs scripts/house.ts [--of DIR …] [--files]
// --of DIR: the checkout to measure, with its packages installed; each one more is another column. This one without it.
// --files: list the longest chain of imports, the circles, and the executed files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable } from '../bench/table.ts'
import { measureSources } from './house/measure-sources.ts'
import { measureSyntax, measureType, type SyntaxMeasures } from './house/measure-syntax.ts'
import { countTestFiles, readSources } from './house/read-sources.ts'
import { runScenarios } from './house/run-scenarios.ts'

type House = { readonly rows: readonly (readonly [label: string, value: string])[]; readonly lists: string }

const { values } = parseArgs({
  options: {
    of: { type: 'string', multiple: true, default: ['.'] },
    files: { type: 'boolean', default: false },
  },
})
const missing = values.of.filter((root) => !existsSync(join(root, 'src')))
if (missing.length > 0) {
  console.error(`Unexpected absence of src in ${missing.join(', ')}, expected a checkout`)
  process.exit(2)
}
const houses: House[] = []
for (const root of values.of) houses.push(await measureHouse(root))
const labels = houses[0]?.rows.map(([label]) => label) ?? []
const rows = labels.map((label, row) => [label, ...houses.map((house) => house.rows[row]?.[1] ?? '')])
console.log(markdownTable(['what', ...values.of], rows))
if (values.files)
  for (const [i, { lists }] of houses.entries()) console.log(`\n## ${values.of[i]}\n\n${lists}`)

async function measureHouse(root: string): Promise<House> {
  const files = readSources(root)
  const sources = measureSources(files)
  const syntax = measureSyntax(files)
  const layout = measureType(
    'Layout',
    files.filter(({ path }) => path === 'src/core/layout.ts'),
  )
  const context = measureType(
    'OpenMemory',
    files.filter(({ path }) => path.startsWith('src/engine/')),
  )
  const scenarios = await runScenarios(root)
  const { fullestFolder, longestChain, circles } = sources
  return {
    rows: [
      ['files of src and migrations, generated ones left out', String(sources.files)],
      ['lines', String(sources.lines)],
      ['tokens of code', String(syntax.tokens)],
      ['share of comments, by characters', `${(syntax.commentShare * 100).toFixed(1)} %`],
      ['characters of a line, median', String(syntax.medianWidth)],
      ['lines of the longest function', longestText(syntax.longestFunction)],
      ['members of `Layout` (leaves)', layout ? `${layout.members} (${layout.leaves})` : '–'],
      ['fields of an open memory (leaves)', context ? `${context.members} (${context.leaves})` : '–'],
      ['lines of a file, median', String(sources.medianLines)],
      ['lines of a file, p90', String(sources.p90Lines)],
      ['files in the fullest folder, `rules` left out', `${fullestFolder.files} (${fullestFolder.folder})`],
      ['lines per relative import', sources.linesPerImport.toFixed(1)],
      ['files in the longest chain of imports', String(longestChain.length)],
      ['files in circles of imports', `${circles.flat().length} (${circles.length} circles)`],
      ['`Pick`, `Omit`, `Parameters`, `ReturnType` per 1,000 lines', sources.pickedTypes.toFixed(1)],
      ['files under 40 lines with one importer', String(sources.smallWithOneImporter)],
      ['files of tests', String(countTestFiles(root))],
      ...scenarios.map(({ label, loaded, called }): [string, string] => [
        `files executed for ${label}`,
        `${called.length} (${loaded.length} loaded)`,
      ]),
    ],
    lists: [
      list('The longest chain of imports', longestChain),
      ...circles.map((circle) => list('A circle of imports', circle)),
      ...scenarios.map(({ label, called }) => list(`Executed for ${label}`, called)),
    ].join('\n\n'),
  }
}

function longestText({ name, path, lines }: SyntaxMeasures['longestFunction']): string {
  return `${lines} (\`${name}\`, ${path})`
}

function list(title: string, paths: readonly string[]): string {
  return [`${title}:`, '', ...paths.map((path) => `- ${path}`)].join('\n')
}
