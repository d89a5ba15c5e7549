import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { outputOf } from './output-of.ts'
import type { Tool } from './peers/peer.ts'

/** Where and with what was measured, as lines of a Markdown list. */
export function machineLines(bin: string, tools: readonly Tool[], rounds: number): string[] {
  const memkeep = outputOf(process.execPath, [bin, '--version'], { cwd: '.' }).trim()
  const git = outputOf('git', ['--version'], { cwd: '.' }).trim().replace('git version ', '')
  const peers = tools.map(({ name, version }) => `${name} ${version}`)
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`
  const model = cpus()[0]?.model.trim() || process.arch
  return [
    `- Machine: ${availableParallelism()} cores, ${model}, ${memory}, ${process.platform} ${process.arch}`,
    `- Versions: ${[`memkeep ${memkeep}`, `Node ${process.versions.node}`, `git ${git}`, ...peers].join(', ')}`,
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Rounds: ${rounds}; load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ]
}
