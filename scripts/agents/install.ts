import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Agent } from './agents.ts'

/** An agent in a folder of its own. */
export type Installed = { readonly command: string; readonly path: string; readonly version: string }

/** Installs the newest version of an agent below a folder, with a newer Node where it wants one. */
export function install(agent: Agent, folder: string): Installed {
  const { version, engines } = asked(agent.package)
  const own = join(folder, agent.id)
  const path = nodeFor(engines?.node, folder)
  if (installedVersion(own, agent) !== version) add(own, `${agent.package}@${version}`, path)
  const command = join(own, 'node_modules', '.bin', agent.command)
  if (!existsSync(command)) throw new Error(`${agent.package}@${version} has no command ${agent.command}`)
  return { command, path, version }
}

/** What the registry says of the newest version. */
function asked(name: string): { readonly version: string; readonly engines?: { readonly node?: string } } {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'version', 'engines', '--json'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm view ${name}: ${stderr.trim()}`)
  const answer = JSON.parse(stdout) as string | { version: string }
  return typeof answer === 'string' ? { version: answer } : answer
}

function installedVersion(folder: string, agent: Agent): string | null {
  const file = join(folder, 'node_modules', agent.package, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null
}

/** A PATH with a Node that is new enough: this one, or one from the registry, which has its programs as packages. */
function nodeFor(range: string | undefined, folder: string): string {
  const path = process.env.PATH ?? ''
  const least = Number(/\d+/.exec(range ?? '')?.[0] ?? 0)
  const here = dirname(process.execPath)
  if (Number(process.versions.node.split('.')[0]) >= least) return `${here}${delimiter}${path}`
  const name = `node-${process.platform}-${process.arch}`
  const own = join(folder, `node-${least}`)
  const bin = join(own, 'node_modules', name, 'bin')
  if (!existsSync(bin)) add(own, `${name}@${least}`, path)
  return `${bin}${delimiter}${path}`
}

function add(folder: string, wanted: string, path: string): void {
  mkdirSync(folder, { recursive: true })
  if (!readdirSync(folder).includes('package.json'))
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', wanted], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm install ${wanted}: ${stderr.trim()}`)
}
