import type { SectionId } from './update.ts'

/** Something of an update that was not applied. */
export type Refusal = {
  readonly section: SectionId | null
  /** The id that is not known, or was archived before; null where it is not about an id. */
  readonly id: string | null
  readonly message: string
  readonly help: string
}
