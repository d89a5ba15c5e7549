import { readFileSync } from 'node:fs'

/** Linux counts processor time for programs in hundredths of a second on every machine. */
const TICK_MS = 10

/** Processor time in milliseconds of all children that have ended, and of theirs; null where it is unknown. */
export function childrenCpuMs(): number | null {
  return ticks('self', 13)
}

/** Processor time in milliseconds of a running process with all its threads; null where it is unknown. */
export function processCpuMs(pid: number): number | null {
  return ticks(String(pid), 11)
}

/** The sum of two neighbouring fields of `/proc/PID/stat`, counted from behind the name, which may hold anything. */
function ticks(pid: string, field: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const sum = Number(fields[field]) + Number(fields[field + 1])
    return Number.isFinite(sum) ? sum * TICK_MS : null
  } catch {
    return null
  }
}
