// Shows what memkeep does: on a scratch copy of the bundled example, or read-only on a repository of yours.
// usage: node scripts/run.mjs scripts/demo.ts [PATH]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import picocolors from 'picocolors'
import { type FileChange, unifiedDiff } from './demo/unified-diff.ts'

const MEMKEEP = resolve('dist/memkeep.cjs')

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function heading(command: string, remark: string): void {
  say(`\n${picocolors.bold(`$ memkeep ${command}`)}  ${picocolors.dim(remark)}\n`)
}

/** Runs the built command where its output is seen; gives its exit code. */
function memkeep(...args: string[]): number {
  return spawnSync(process.execPath, [MEMKEEP, ...args], { stdio: 'inherit' }).status ?? 2
}

/** What `index` would write in a folder. Writes nothing. */
function pendingChanges(folder: string): readonly FileChange[] {
  const args = [MEMKEEP, 'index', '--check', '--no-cache', '--format', 'json', '-C', folder]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status === 2 || status === null) throw new Error(`memkeep index --check failed: ${stderr}`)
  return JSON.parse(stdout).changes
}

function showChanges(changes: readonly FileChange[]): void {
  for (const change of changes) process.stdout.write(unifiedDiff(change, picocolors))
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
    say(`\n${picocolors.bold('Next')}`)
    say('  npm start -- PATH                      the same for a repository of yours, read-only')
    say('  node dist/memkeep.cjs explain          every rule; explain RULE says more about one')
    say('  node dist/memkeep.cjs check --fix      mends what is safe to mend')
    return 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The exit code of the check. */
function showRepository(path: string): number {
  const folder = resolve(path)
  heading(`check --no-cache -C ${folder}`, 'read-only: not even a cache is written')
  const code = memkeep('check', '--no-cache', '-C', folder)
  if (code === 2) return code
  heading('index', 'is not run; this is what it would change')
  showChanges(pendingChanges(folder))
  return code
}

const [path] = process.argv.slice(2)
process.exitCode = path === undefined ? showExample() : showRepository(path)
