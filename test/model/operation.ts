import type { World } from './world.ts'

/** Something that happens between two commits. */
export type Operation = {
  readonly name: string
  /** How often it is chosen, against the others. */
  readonly weight: number
  /** Does it and says to what; null where there is nothing to do it to. */
  readonly run: (world: World) => Promise<string | null>
}
