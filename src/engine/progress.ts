import { channel } from 'node:diagnostics_channel'

/** A step of long work, such as 128 files read, or one of 12 migrations planned. */
export type Step = { readonly what: string; readonly more: number; readonly total?: number | undefined }

/** One for the process: several bundles of the command have a copy of this module. */
const CHANNEL = channel('memkeep:progress')

/** Says that a step is done. Costs nothing where it is not shown. */
export function publishStep(what: string, more = 1, total?: number): void {
  if (CHANNEL.hasSubscribers) CHANNEL.publish({ what, more, total } satisfies Step)
}

/** Calls `listener` with each step, until what it gives is called. */
export function onStep(listener: (step: Step) => void): () => void {
  const onMessage = (message: unknown): void => listener(message as Step)
  CHANNEL.subscribe(onMessage)
  return () => void CHANNEL.unsubscribe(onMessage)
}
