import { childrenCpuMs, processCpuMs } from './cpu-time.ts'
import { type McpSession, shakeHands, startMcp } from './mcp-session.ts'
import { highWaterMb, type Run } from './measure.ts'
import type { Row } from './row.ts'

type Head = Pick<Row, 'id' | 'label' | 'after'>
type Server = { readonly bin: string; readonly cwd: string }
type Ask = (session: McpSession) => Promise<unknown>

/** From the start of a server to its answer. Processor time includes its end, which the wall time does not. */
export function freshRow(head: Head, { bin, cwd }: Server, ask: Ask): Row {
  const run = async (): Promise<Run> => {
    const cpuBefore = childrenCpuMs()
    const started = performance.now()
    const session = startMcp(bin, cwd)
    await ask(session)
    const ms = performance.now() - started
    const peakMb = highWaterMb(session.pid)
    await session.end()
    return { ...done(ms), peakMb, cpuMs: difference(cpuBefore, childrenCpuMs(), 1) }
  }
  return { ...head, run }
}

/** One answer of a server that runs already: the mean of `times` in a row. Its `end` is to be called when all is measured. */
export function warmRow(
  head: Head,
  { bin, cwd, times }: Server & { readonly times: number },
  ask: Ask,
): { readonly row: Row; readonly end: () => Promise<void> } {
  let server: McpSession | null = null
  const before = async (): Promise<void> => {
    if (server) return
    server = startMcp(bin, cwd)
    await shakeHands(server)
    await ask(server)
  }
  const run = async (): Promise<Run> => {
    if (!server) throw new Error('No server was started before this run')
    const cpuBefore = processCpuMs(server.pid)
    const started = performance.now()
    for (let time = 0; time < times; time++) await ask(server)
    const ms = (performance.now() - started) / times
    const cpuMs = difference(cpuBefore, processCpuMs(server.pid), times)
    return { ...done(ms), peakMb: highWaterMb(server.pid), cpuMs }
  }
  return { row: { ...head, before, run }, end: async () => server?.end() }
}

function done(ms: number): Run {
  return { ms, exit: '0', peakMb: null, cpuMs: null, isTimedOut: false }
}

function difference(before: number | null, after: number | null, times: number): number | null {
  return before === null || after === null ? null : (after - before) / times
}
