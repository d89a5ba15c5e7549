import { safeJson } from '../reporters/json.ts'
import { type SetupWords, setupText } from '../reporters/setup-text.ts'
import type { SetupResult } from '../setup/setup-changes.ts'
import { colorsFor } from './colors-for.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

type Telling = { readonly words: SetupWords; readonly flags: FlagValues; readonly io: Io }

/** Tells what `init` or `uninstall` did; gives 2 when a file could not be written, 1 when a person has to do the rest. */
export async function deliverSetup(result: SetupResult, { words, flags, io }: Telling): Promise<number> {
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, dryRun: words.dryRun, ...result })
      : setupText(result, words, colorsFor(flags, io))
  await deliver(text, flags, io)
  if (result.files.some(({ did }) => did === 'refused')) return 2
  return result.left.length > 0 ? 1 : 0
}
