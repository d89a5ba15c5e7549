// Shows what memkeep does: on a scratch copy of the bundled example, or read-only on a repository of yours.
// usage: node scripts/run.mjs scripts/demo.ts [PATH]
// Of a repository it shows the first 40 findings, and what `index` would change in the first 5 files, 40 lines each.
// Exit code: with PATH the check's (0 clean, 1 findings, 2 it could not be checked), else 0 when the example gave what it should.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import picocolors from 'picocolors'
import { safePath } from '../src/core/messages.ts'
import type { PlannedText } from '../src/core/write-plan.ts'
import { unifiedDiff } from '../src/reporters/unified-diff.ts'
import { cappedLines, cappedReport } from './demo/capped.ts'

const MEMKEEP = resolve('dist/memkeep.cjs')
const MOST_FINDINGS = 40
const MOST_FILES = 5
const MOST_LINES = 40

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function heading(command: string, remark: string): void {
  say(`\n${picocolors.bold(`$ memkeep ${command}`)}  ${picocolors.dim(remark)}\n`)
}

/** Runs the built command with visible output; gives its exit code. */
function memkeep(...args: string[]): number {
  return spawnSync(process.execPath, [MEMKEEP, ...args], { stdio: 'inherit' }).status ?? 2
}

/** What `index` would write in a folder. Writes nothing. */
function pendingChanges(folder: string): readonly PlannedText[] {
  const args = [MEMKEEP, 'index', '--check', '--no-cache', '--format', 'json', '-C', folder]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status === 2 || status === null) throw new Error(`memkeep index --check failed: ${stderr}`)
  return JSON.parse(stdout).changes
}

function showChanges(changes: readonly PlannedText[]): void {
  for (const change of changes.slice(0, MOST_FILES)) {
    const lines = unifiedDiff(change, picocolors).replaceAll(/^(?=.)/gm, '  ')
    process.stdout.write(cappedLines(lines, MOST_LINES))
  }
  if (changes.length > MOST_FILES) say(`  … ${changes.length - MOST_FILES} more files`)
  if (changes.length === 0) say('  nothing: every derived file is up to date')
}

/** 0 when the example's planted mistakes were found and its index was rebuilt. */
function showExample(): number {
  const scratch = mkdtempSync(join(tmpdir(), 'memkeep-demo-'))
  try {
    cpSync('examples/workspace', scratch, { recursive: true, verbatimSymlinks: true })
    heading('check', 'on a scratch copy of examples/workspace, which has mistakes in it')
    const found = memkeep('check', '--no-cache', '-C', scratch)
    heading('index', 'rebuilds what is derived; this is what changes')
    const changes = pendingChanges(scratch)
    showChanges(changes)
    say('')
    const rebuilt = memkeep('index', '--no-cache', '-C', scratch)
    if (found !== 1 || rebuilt !== 0 || changes.length === 0 || pendingChanges(scratch).length > 0) {
      say(picocolors.red('\nThis is not what the example should give: please report it.'))
      return 2
    }
    if (!showAgent()) {
      say(picocolors.red('\nThis is not what the example should give: please report it.'))
      return 2
    }
    sayNext([
      ['npm start -- PATH', 'the same for a repository of yours, read-only'],
      ['node dist/memkeep.cjs explain', 'every rule; explain RULE says more about one'],
      ['node dist/memkeep.cjs check --fix -C PATH', 'fixes what is safe to fix there'],
      ['node dist/memkeep.cjs tools', 'everything that agents can call'],
    ])
    return 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const FACT = [
  ...['--title', 'The staging database listens on port 9091', '--tags', 'staging,database'],
  ...['--content', 'Production is on 9090. Seen in the deployment settings.', '--source', 'the user'],
]

/** What an agent saves, and finds again. True when it is as it should be. */
function showAgent(): boolean {
  const scratch = mkdtempSync(join(tmpdir(), 'memkeep-demo-'))
  try {
    cpSync('examples/atomic', scratch, { recursive: true, verbatimSymlinks: true })
    heading('atomic write-fact', 'what an agent saves is checked before it is written (examples/atomic)')
    const saved = memkeep('atomic', 'write-fact', ...FACT, '--no-cache', '-C', scratch)
    heading("atomic search 'staging port'", 'a later conversation finds it')
    const found = memkeep('atomic', 'search', 'staging port', '--limit', '2', '--no-cache', '-C', scratch)
    return saved === 0 && found === 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The exit code of the check. */
function showRepository(path: string): number {
  const folder = resolve(path)
  heading(`check --no-cache -C ${folder}`, 'read-only: not even a cache is written')
  const code = showFindings(folder)
  if (code === 2) return code
  heading('index', 'is not run; this is what it would change')
  showChanges(pendingChanges(folder))
  const there = `-C ${/^[\w./-]+$/.test(path) ? path : `'${safePath(path)}'`}`
  sayNext([
    [`node dist/memkeep.cjs check ${there}`, 'every finding'],
    [`node dist/memkeep.cjs check --fix ${there}`, 'fixes what is safe to fix'],
    [`node dist/memkeep.cjs index ${there}`, 'rebuilds what is derived'],
    ['node dist/memkeep.cjs explain RULE', 'says what a finding means'],
  ])
  return code
}

/** Checks a folder and shows the first findings; gives the exit code. */
function showFindings(folder: string): number {
  const { stdout, status } = spawnSync(
    process.execPath,
    [MEMKEEP, 'check', '--no-cache', ...(picocolors.isColorSupported ? [] : ['--no-color']), '-C', folder],
    {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['inherit', 'pipe', 'inherit'],
      env: { ...process.env, ...(picocolors.isColorSupported && { FORCE_COLOR: '1' }) },
    },
  )
  process.stdout.write(cappedReport(stdout, MOST_FINDINGS))
  return status ?? 2
}

function sayNext(lines: readonly (readonly [command: string, does: string])[]): void {
  const widest = Math.max(...lines.map(([command]) => command.length))
  say(`\n${picocolors.bold('Next')}`)
  for (const [command, does] of lines) say(`  ${command.padEnd(widest)}  ${does}`)
}

const [path] = process.argv.slice(2)
process.exitCode = path === undefined ? showExample() : showRepository(path)
