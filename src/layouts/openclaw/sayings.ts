import type { Memory } from '../../core/document.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { Repetition } from '../../core/layout.ts'
import { type SaidFile, statementsOfPage } from '../../formats/statements/read-statements.ts'
import { repetitionsOf } from '../../formats/statements/repetitions.ts'
import type { Sayings } from '../../formats/statements/sayings.ts'
import { bootstrapFiles } from './loading.ts'

/** Files of other agents, which keep copies of what a workspace says. */
const OTHERS = ['CLAUDE.md', 'GEMINI.md', 'QWEN.md', '.cursorrules', '.github/copilot-instructions.md']

/** The files of other agents next to a file of a workspace. */
export function pagesOf(_: Json, path: string): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return OTHERS.map((name) => folder + name)
}

/** What the files say that load together, in their order, by the folder of their workspace. */
export function sayingsOf(
  memory: Memory,
): readonly (readonly [folder: string, files: readonly (SaidFile & Sayings)[]])[] {
  return [...bootstrapFiles(memory)].map(([folder, files]) => [
    folder,
    files.flatMap(({ document: { path, facts } }) =>
      isJsonObject(facts) && 'statements' in facts ? [{ ...(facts as unknown as Sayings), path }] : [],
    ),
  ])
}

/** What the files of other agents next to a workspace say. */
export function saidByOthers({ pages }: Memory, folder: string): readonly SaidFile[] {
  return pagesOf(null, folder === '' ? '' : `${folder}/`).flatMap((path) => {
    const text = pages?.get(path)
    return text === undefined ? [] : [{ path, statements: statementsOfPage(text) }]
  })
}

/** What is loaded twice: statements of a file that an earlier one has as well, or the same file before. */
export function repetitionsIn(memory: Memory): readonly Repetition[] {
  return sayingsOf(memory).flatMap(([, files]) =>
    repetitionsOf(files.map((file, i) => ({ ...file, loadedWith: () => files.slice(0, i) }))),
  )
}
