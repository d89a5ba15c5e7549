import type { ActionInputs } from '../ci/github/inputs.ts'
import type { Io } from './io.ts'

/** One step of the action: where it stands, and what it was asked. */
export type ActionStep = { readonly inputs: ActionInputs; readonly workspace: string; readonly io: Io }
