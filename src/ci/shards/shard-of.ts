import { createHash } from 'node:crypto'

/**
 * Which of `of` shards, from 1, takes the documents of a path through the document stage. It depends on the path alone:
 * every machine comes to the same without reading anything, and both sides of a change fall to one machine.
 */
export function shardOf(path: string, of: number): number {
  return (createHash('sha256').update(path).digest().readUInt32BE(0) % of) + 1
}
