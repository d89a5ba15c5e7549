import { LISTED } from './headers.ts'

/**
 * `src/layouts/exports.ts`: what layouts give to the library's users. A layout may have an `exports.ts`, and nothing else
 * names it, so that the names go when the folder goes. `ids` are the layouts that have one.
 */
export function layoutExports(ids: readonly string[]): string {
  const lines = ids.map((id) => `export * from './${id}/exports.ts'`)
  return `${[LISTED, ...(lines.length > 0 ? lines : ['export {}'])].join('\n')}\n`
}
