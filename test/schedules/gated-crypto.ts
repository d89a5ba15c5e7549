// Takes the place of node:crypto in src/fs: what is random is the same in every run, and another one for each actor.
import { actor } from './gate-protocol.ts'

export { createHash } from 'node:crypto'

export function randomBytes(size: number): Buffer {
  actor.drawn += 1
  return Buffer.from(`${process.pid}`.padEnd(2 * size - 6, '0') + String(actor.drawn).padStart(6, '0'), 'hex')
}
