import { asCalled } from '../../core/command-name.ts'
import { momentOf } from '../../core/date.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { safeLine, safeText } from '../../core/messages.ts'
import { OPERATION_COMMANDS } from '../../layouts/operation-commands.ts'
import {
  type AnyOperation,
  asksModels,
  type OperationOptions,
  type OperationResult,
  type OperationStep,
} from '../../operations/operation-call.ts'
import type { OperationFlag } from '../../operations/operation-flags.ts'
import { runOperation } from '../../operations/run-operation.ts'
import { writtenData } from '../../operations/shown-schemas.ts'
import { safeJson } from '../../reporters/json.ts'
import { unifiedDiff } from '../../reporters/unified-diff.ts'
import { askUserModels, userEmbedder } from '../ask-user-models.ts'
import { colorsFor, commonOptions, deliver, type FlagValues, type Io, printNotes } from '../command.ts'

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
    const moment = () => momentOf(flags.now, io.now())
    const common = commonOptions(flags, io)
    const ask = asksModels(asked) ? askUserModels({ cwd: common.cwd, path: flags.models }, io) : undefined
    const options: OperationOptions = {
      ...common,
      today: moment().today,
      clock: () => moment().now,
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

/**
 * Prints the result of an operation; gives the exit code: 1 for what was refused or done in part, 2 for wrong use and for a
 * memory that cannot be written. The help of a refusal names flags for arguments.
 */
async function printOperationResult(
  result: OperationResult,
  words: readonly OperationFlag[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const isJson = flags.format === 'json'
  if ('refusal' in result) {
    const { refusal, failure } = result
    const status = failure === 'degraded' ? { status: failure } : {}
    const help = shellWords(result.help, words)
    if (isJson) await deliver(safeJson({ refusal, help, ...status }), flags, io)
    else
      io.stderr.write(
        `memkeep: ${safeText(refusal)}\n${help === '' ? '' : `  → ${safeText(asCalled(help, io.command))}\n`}`,
      )
    return failure ? 2 : 1
  }
  const { text, data, plan, notes } = result
  const colors = colorsFor(isJson ? { ...flags, color: false } : flags, io)
  const changes = [...plan.values()].map((change) => unifiedDiff(change, colors))
  const lines = (): string => [shown(text), ...changes].join('\n').replace(/(?<!\n)$/, '\n')
  await deliver(isJson ? safeJson(writtenData(data, { changes, notes })) : lines(), flags, io)
  printNotes(notes, io)
  return result.partly ? 1 : 0
}

/** Escapes each line and keeps its tabs, which are part of the text and harm no terminal. */
function shown(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(safeLine).join('\t'))
    .join('\n')
}

/** Rewrites an operation's help for the shell: flags for arguments, commands for operations, a run for a call. */
export function shellWords(help: string, flags: readonly OperationFlag[]): string {
  const named = flags.length > 0 ? withCommands(help) : help
  return flags
    .filter(({ isArgument }) => !isArgument)
    .reduce((text, { path, name }) => text.replaceAll(argument(path), `\`--${name}\``), named)
    .replaceAll('Call the tool again', 'Run it again')
    .replaceAll('call the tool again', 'run it again')
    .replaceAll('in a separate field', flags.length > 0 ? 'in a separate flag' : 'in a separate field')
}

/** An argument as help names it: `tags`, `dry_run: true`. */
function argument(path: readonly string[]): RegExp {
  return new RegExp(`\`${path.at(-1)?.replace(/[^\w-]/g, '\\$&')}(?:: (?:true|false))?\``, 'g')
}

/** `write_task`, with or without code marks, as the command that runs it; a name in any other text in code marks stays. */
function withCommands(help: string): string {
  return help.replace(/`[^`]*`|\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
    const operation = word.replaceAll('`', '')
    const command = OPERATION_COMMANDS.find((entry) => entry.operation === operation)
    return command ? `\`memkeep ${command.name}\`` : word
  })
}
