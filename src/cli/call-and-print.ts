import { momentOf } from '../core/date.ts'
import type { Json } from '../core/json.ts'
import type { AskModels } from '../core/model.ts'
import type { LayoutOperation, OperationOptions, OperationStep } from '../operations/operation-call.ts'
import type { OperationFlag } from '../operations/operation-flags.ts'
import { runOperation } from '../operations/run-operation.ts'
import type { FlagValues } from './flags.ts'
import { type Io, printNotes } from './io.ts'
import { commonOptions } from './options.ts'
import { printOperationResult } from './print-operation-result.ts'

/** Milliseconds after which a call says on a terminal what it does. */
const PATIENCE = 1000

/** Runs an operation and prints its result; gives 1 for a refusal, else 0. `words` are the flags that its help may name. */
export async function callAndPrint(
  asked: LayoutOperation,
  args: Json,
  {
    words,
    flags,
    io,
  }: { readonly words: readonly OperationFlag[]; readonly flags: FlagValues; readonly io: Io },
): Promise<number> {
  const shown = io.stderr.isTTY ? showSteps(io) : null
  try {
    const moment = momentOf(flags.now, io.now())
    const common = commonOptions(flags, io)
    const ask = asked.operation.requests && askUserModels({ cwd: common.cwd, path: flags.models }, io)
    const options: OperationOptions = { ...common, ...moment, ask, progress: shown?.step }
    return await printOperationResult(await runOperation(asked, args, options), words, flags, io)
  } finally {
    shown?.end()
  }
}

/** Prints the step of a call that takes long, and each that follows. */
function showSteps(io: Io): { readonly step: (step: OperationStep) => void; readonly end: () => void } {
  let now: OperationStep | null = null
  let isLate = false
  const show = (): void => {
    if (now) printNotes([`${now.text} (step ${now.done + 1} of ${now.of})`], io)
  }
  const timer = setTimeout(() => {
    isLate = true
    show()
  }, PATIENCE)
  return {
    step: (step) => {
      now = step
      if (isLate) show()
    },
    end: () => clearTimeout(timer),
  }
}

/** Asks the models of the user's file, which is read at the first request. */
export function askUserModels(
  place: { readonly cwd: string; readonly path: string | undefined },
  io: Io,
): AskModels {
  let opened: Promise<AskModels> | undefined
  return async (requests, signal) => {
    opened ??= import('./user-models.ts').then(({ openUserModels }) => openUserModels(place, io))
    return (await opened)(requests, signal)
  }
}
