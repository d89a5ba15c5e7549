import { momentOf } from '../../core/date.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import {
  type AnyOperation,
  asksModels,
  type OperationOptions,
  type OperationStep,
} from '../../operations/operation-call.ts'
import type { OperationFlag } from '../../operations/operation-flags.ts'
import { runOperation } from '../../operations/run-operation.ts'
import { askUserModels, userEmbedder } from '../ask-user-models.ts'
import type { FlagValues } from '../flags.ts'
import { type Io, printNotes } from '../io.ts'
import { commonOptions } from '../options.ts'
import { printOperationResult } from './print-operation-result.ts'

/** Milliseconds after which a call says on a terminal what it does. */
const PATIENCE = 1000

type Calling = {
  readonly words: readonly OperationFlag[]
  /** For this call alone. */
  readonly settings?: JsonObject
  readonly flags: FlagValues
  readonly io: Io
}

/** Runs an operation and prints its result; gives the exit code. `words` are the flags that its help may name. */
export async function callAndPrint(
  asked: AnyOperation,
  args: Json,
  { words, settings = {}, flags, io }: Calling,
): Promise<number> {
  const shown = io.stderr.isTTY ? showSteps(io) : null
  try {
    const moment = momentOf(flags.now, io.now())
    const common = commonOptions(flags, io)
    const ask = asksModels(asked) ? askUserModels({ cwd: common.cwd, path: flags.models }, io) : undefined
    const options: OperationOptions = {
      ...common,
      ...moment,
      ask,
      embedder: userEmbedder({ cwd: common.cwd, path: flags.models }, io),
      progress: shown?.step,
      caller: 'cli',
      ...(Object.keys(settings).length > 0 && { settings }),
    }
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
    if (now) printNotes([`${now.text} (step ${Math.floor(now.done) + 1} of ${now.of})`], io)
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
