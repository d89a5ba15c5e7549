import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { makePipe } from '../make-pipe.ts'
import { oncePerRun } from '../once-per-run.ts'
import { LONG } from '../runs.ts'

/** The built command, which users start. */
export const BUILT = resolve('dist/memkeep.cjs')

/** So many answers are kept apart: a reader has read one when its name comes again. */
const TURNS = 8

let path: string | null = null

/**
 * A program that does what the built command does, for hooks that git starts again and again: one process of this worker
 * has the sources loaded and runs them with the arguments, folder, variables and input that the program was started with.
 * While that process is busy, in the long run, and where there is no /proc, it is the built command itself.
 */
export function residentCommand(): string {
  if (LONG || !existsSync('/proc/self/environ')) return BUILT
  path ??= start()
  return path
}

/** Gives the built command for the first of each kind that it is asked for, and the resident one from then on. */
export function builtAtFirst(): (kind: string) => string {
  const known = new Set<string>()
  return (kind) => {
    if (known.has(kind)) return residentCommand()
    known.add(kind)
    return BUILT
  }
}

function start(): string {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-resident-'))
  const at = (name: string): string => join(folder, name)
  for (const name of ['ask', ...Array.from({ length: TURNS }, (_, turn) => `answer${turn}`)])
    makePipe(at(name))
  writeFileSync(at('in'), '')
  writeFileSync(at('turn'), '0\n')
  writeFileSync(at('memkeep'), client(folder), { mode: 0o755 })
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, [join(oncePerRun('memkeep-resident', bundleInto), PROGRAM), folder], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // It ends when this worker does, for its input ends then.
  child.unref()
  return at('memkeep')
}

const PROGRAM = 'serve.cjs'

function bundleInto(folder: string): void {
  // The command finds what it starts from where its sources are.
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  const url = JSON.stringify(pathToFileURL(resolve('src/run/resident.ts')).href)
  buildSync({
    entryPoints: [join(import.meta.dirname, 'serve.ts')],
    outfile: join(folder, PROGRAM),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    target: 'node20.19',
    logLevel: 'error',
    // Of the same version as the sources in the worker, which ask for it.
    define: { MEMKEEP_VERSION: JSON.stringify(version), 'import.meta.url': url },
  })
}

/** The client that makes the file `busy` is served. Only two hooks get anything on standard input. */
function client(folder: string): string {
  return `#!/bin/sh
d='${folder}'
given=$PATH PATH='${process.env.PATH}'
set -C
{ true > "$d/busy"; } 2>/dev/null || PATH=$given exec '${process.execPath}' '${BUILT}' "$@"
set +C
case $1:$2 in hook:pre-push | hook:post-rewrite) cat > "$d/in" ;; esac
read -r turn < "$d/turn"
echo $$ > "$d/ask"
read -r code < "$d/answer$turn"
[ ! -s "$d/out$turn" ] || cat "$d/out$turn"
[ ! -s "$d/err$turn" ] || cat "$d/err$turn" >&2
exit "$code"
`
}
