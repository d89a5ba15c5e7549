// Runs the merge driver's pure part over real merges and counts, by an independent method, what was lost or doubled.
// Prints a table that also has the results of git's text merge and of its union merge. Exits 1 on any violation.
// usage: node scripts/run.mjs scripts/check-merges.ts DIR   (a tree of folders with base.md, ours.md, theirs.md)
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { faultsOf } from './check-merges/faults.ts'
import { type Case, type Outcome, WAYS } from './check-merges/ways.ts'

/** Sums of one way over all cases that it fits. */
type Row = Record<
  'cases' | 'clean' | 'conflict' | 'fallback' | 'refused' | 'lost' | 'doubled' | 'wrong',
  number
>

const COLUMNS = ['cases', 'clean', 'conflict', 'fallback', 'refused', 'lost', 'doubled', 'wrong'] as const

const [root] = process.argv.slice(2)
if (root === undefined) {
  process.stderr.write('usage: node scripts/run.mjs scripts/check-merges.ts DIR\n')
  process.exitCode = 2
} else process.exitCode = checkAll(root)

/** The exit code. Faults of git's own ways are no violations: they are there for comparison. */
function checkAll(root: string): number {
  const cases = casesIn(root)
  const rows = WAYS.map(({ name, merge }) => ({ name, row: rowOf(name, cases, merge) }))
  process.stdout.write(
    `${['way'.padEnd(14), ...COLUMNS.map((column) => column.padStart(9))].join('')}\n${rows
      .map(({ name, row }) =>
        [name.padEnd(14), ...COLUMNS.map((key) => String(row[key]).padStart(9))].join(''),
      )
      .join('\n')}\n`,
  )
  const wrong = rows.some(({ name, row }) => !name.startsWith('git') && row.wrong > 0)
  return wrong || cases.length === 0 ? 1 : 0
}

function rowOf(name: string, cases: readonly Case[], merge: (one: Case) => Outcome | null): Row {
  const row: Row = { cases: 0, clean: 0, conflict: 0, fallback: 0, refused: 0, lost: 0, doubled: 0, wrong: 0 }
  for (const one of cases) {
    const outcome = merge(one)
    if (!outcome) continue
    const { lost, doubled } = faultsOf({ ...one, result: outcome.result })
    const isWrong = lost.length + doubled.length > 0
    row.cases += 1
    row[outcome.how] += 1
    row.fallback += Number(outcome.fallback)
    row.refused += Number(outcome.refused)
    row.lost += lost.length
    row.doubled += doubled.length
    row.wrong += Number(isWrong)
    if (isWrong && !name.startsWith('git')) reportFaults(name, one, { lost, doubled })
  }
  return row
}

function reportFaults(name: string, { folder }: Case, faults: ReturnType<typeof faultsOf>): void {
  const first = (units: readonly string[]): string => JSON.stringify(units.map((unit) => unit.slice(0, 60)))
  process.stderr.write(`${name} ${folder}: lost ${first(faults.lost)}, doubled ${first(faults.doubled)}\n`)
}

/** The cases. Git calls no driver where a side deleted the file. Each byte is one character, so texts that are not UTF-8 lose nothing. */
function casesIn(root: string): Case[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|[\\/])base\.md$/.test(path))
    .sort()
    .map((path) => join(root, dirname(path)))
    .filter((folder) => ['ours.md', 'theirs.md'].every((name) => existsSync(join(folder, name))))
    .map((folder) => {
      const read = (name: string): string => readFileSync(join(folder, `${name}.md`), 'latin1')
      return { folder, base: read('base'), ours: read('ours'), theirs: read('theirs') }
    })
}
