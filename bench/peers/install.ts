import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix']

/**
 * Installs packages into a separate folder, where the project's dependencies do not see them. Throws npm's message when
 * that fails.
 */
export async function install(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await npm([...INSTALL, folder, ...packages], folder)
}

/** The version of an installed package. */
export function versionOf(folder: string, name: string): string {
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version)
}

/** The newest published version of a package whose `engines` admit the Node that is running. */
export async function newestForThisNode(name: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  // Where an old version has no engines, npm leaves out everybody's, unless it is asked for two things that all have.
  const known: unknown = JSON.parse(
    await npm(['view', `${name}@>=0.1`, 'name', 'version', 'engines', '--json'], folder),
  )
  const newest = newestOf(known)
  if (newest === null) throw new Error(`no version of ${name} runs on Node ${process.versions.node}`)
  return newest
}

/** Of what npm says of versions and their `engines`, the newest one that the Node at hand can run; null without one. */
export function newestOf(known: unknown): string | null {
  const versions = [known].flat() as readonly Published[]
  const newest = versions
    .filter(({ version, engines }) => !version.includes('-') && admits(engines?.node ?? '*'))
    .sort((a, b) => compareVersions(a.version, b.version))
    .at(-1)
  return newest?.version ?? null
}

type Published = { readonly version: string; readonly engines?: { readonly node?: string } }

/** Knows the one form that the peers use, `>=20` or `>=20.1`; anything else is taken to admit. */
function admits(range: string): boolean {
  const least = /^>=\s*(\d+(?:\.\d+)*)$/.exec(range.trim())?.[1]
  return least === undefined || compareVersions(process.versions.node, least) >= 0
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  const at = left.findIndex((part, i) => part !== (right[i] ?? 0))
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await run('npm', args, { cwd, maxBuffer: 1 << 26, timeout: 300_000 })
    return stdout
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const lines = stderr.split('\n').filter((line) => line.startsWith('npm error'))
    throw new Error((lines[0] ?? message.split('\n')[0] ?? '').slice(0, 200), { cause: error })
  }
}
