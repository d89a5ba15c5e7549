import { firstNames, safePath } from '../core/messages.ts'
import { pathSpec, placeOf } from '../core/places.ts'
import type { Settings } from '../core/settings.ts'
import { BEHIND, PLACES } from '../core/shim.ts'
import { hookPaths } from '../engine/settings/load-settings.ts'
import { cacheFolder } from '../fs/cache-folder.ts'
import { layouts } from '../layouts/index.ts'
import type { HookProject } from './hook-request.ts'

/** So many places are named. */
const FEW = 3

/**
 * Says which places of memory the hook file that called does not ask git about: settings or another version of memkeep
 * have added them since it was written. A mark in git's directory then lets every hook of the work tree look, until its file is written
 * anew. A hook that is called in another way looks at every commit anyway.
 */
export function hooksBehind({ repository }: HookProject, settings: Settings): readonly string[] {
  const { [PLACES]: quoted } = process.env
  if (!quoted) return []
  const known = new Set(unquoted(quoted))
  const missing = hookPaths(layouts, withoutPages(settings)).filter((one) => !known.has(pathSpec(one)))
  const marks = cacheFolder(repository.gitDir)
  if (missing.length === 0) {
    if (marks.read(BEHIND, 0) !== null) marks.remove(BEHIND)
    return []
  }
  marks.write(BEHIND, new Uint8Array())
  const places = missing.map((one) => safePath(placeOf(one)))
  return [
    `the hook files do not know ${firstNames(places, FEW)} yet, so memkeep looks at every commit: run \`memkeep init\` at the top of this repository, and commit the hook files that it changes`,
  ]
}

/** Pages that symlinks lead to are no places that a person chose: they come and go with the symlinks, and `doctor` names them. */
function withoutPages(settings: Settings): Settings {
  return layouts.reduce((all, one) => one.settings.withPages?.(all, new Map()) ?? all, settings)
}

/** The words that git has quoted for a shell. */
function unquoted(text: string): readonly string[] {
  return [...text.matchAll(/'((?:[^']|'\\['!]')*)'/g)].map(([, word = '']) =>
    word.replaceAll(/'\\(['!])'/g, '$1'),
  )
}
