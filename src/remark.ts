import type { Plugin } from 'unified'
import { safeText } from './core/messages.ts'
import { assertOptions, COMMON } from './core/option-forms.ts'
import { diagnoseText } from './engine/diagnose-text.ts'

/** Options of the plugin. */
export type MemkeepRemarkOptions = {
  /** A settings file, relative to the file's `cwd`, instead of the `memkeep.yaml` of the repository. */
  readonly config?: string
}

/**
 * A remark plugin that reports the findings of single memory files as messages, so remark-cli and remark's language server
 * show them, also for unsaved text. It reads only the file's path and text, and leaves the tree alone. An error is a
 * fatal message, which makes remark-cli exit with 1; `note` holds the help. Throws `UserError` for options that there are not.
 */
const memkeep: Plugin<[MemkeepRemarkOptions?]> = (given = {}) => {
  assertOptions(given, { config: COMMON.config }, 'the remark plugin')
  const { config } = given
  return async (_, file) => {
    if (file.path === undefined) return
    const request = { path: file.path, text: String(file), cwd: file.cwd, config }
    for (const { rule, severity, message, help, ...place } of await diagnoseText(request)) {
      const { line, column, endLine, endColumn } = place
      const said = file.message(safeText(message), {
        ruleId: rule,
        source: 'memkeep',
        place: { start: { line, column }, end: { line: endLine, column: endColumn } },
      })
      said.note = safeText(help)
      // `true` is an error, `false` a warning, `undefined` an info.
      said.fatal = severity === 'info' ? undefined : severity === 'error'
    }
  }
}

export default memkeep
