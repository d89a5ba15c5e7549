// Writes a git repository that holds an agent's memory in the workspace layout; the same options give the same bytes.
// usage: node scripts/run.mjs bench/make-corpus.ts DIR [--size S|M|L|XL] [--seed 1] [--defects 0] [--unclean]
// --defects N: about N of every thousand front matters, texts and entries are made wrong; 0 is a clean memory.
// --unclean: over its hot budget, and in each workspace with 250 dead links and 10 schema errors.
import { mkdirSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SIZES } from './corpus/corpus.ts'
import { uncleanFile } from './corpus/unclean.ts'
import { writeCorpus } from './corpus/write-corpus.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'S' },
    seed: { type: 'string', default: '1' },
    defects: { type: 'string', default: '0' },
    unclean: { type: 'boolean', default: false },
  },
})
const [folder, ...rest] = positionals
const size = SIZES[values.size]
const seed = Number(values.seed)
const defects = Number(values.defects)

if (!folder || rest.length > 0 || !size || !Number.isInteger(seed) || !(defects >= 0 && defects <= 1000)) {
  fail('usage: make-corpus DIR [--size S|M|L|XL] [--seed 1] [--defects 0] [--unclean]')
} else {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) fail(`${folder} is not empty`)
  else {
    const change = values.unclean ? uncleanFile() : undefined
    const written = await writeCorpus(folder, { size, seed, defects }, change)
    process.stdout.write(`${JSON.stringify(written)}\n`)
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
