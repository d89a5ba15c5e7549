import type { Place } from './place.ts'

/** One splice of a file, by lines and columns: what stands at the place gives way to the text. */
export type Replacement = { readonly place: Place; readonly text: string }
