import type { Manager } from './managers/detect.ts'
import { namesHusky } from './managers/prepare-script.ts'
import { type Base, fileKey, namesIn, type Site, textAt } from './site.ts'
import {
  CLIENT_HOOKS,
  type Destination,
  OTHER_HOOKS,
  START_CONFIG,
  START_FOLDER,
  startConfig,
  startHook,
} from './start-hook.ts'
import type { Step, Target } from './step.ts'
import type { Wanted } from './wanted.ts'

/** The hooks that git starts in its own directory, and whether it is to start them there. */
export type Start = { readonly isWanted: boolean; readonly steps: readonly Step[] }

/**
 * Plans them for hooks that lie in the work tree, where a checkout can take them away. What a manager keeps in git's own
 * directory stays there whatever is checked out, and managers that write there refuse to work beside `core.hooksPath`.
 */
export function startSteps(site: Site, { pathspecs }: Wanted, manager: Manager): Start {
  const to = destination(site, manager)
  const texts = new Map<string, string>(
    to === null
      ? []
      : [
          ...CLIENT_HOOKS.map((name) => [`${START_FOLDER}/${name}`, startHook(name, to, pathspecs)] as const),
          [START_CONFIG, startConfig(`${site.commonDir}/${START_FOLDER}`)],
        ],
  )
  return {
    isWanted: to !== null,
    steps: startFiles(site).map(({ base, path }) => written(site, base, path, texts.get(path))),
  }
}

/** Every file that may be there for it. */
export function startFiles({ files }: Pick<Site, 'files'>): readonly Target[] {
  const known = [...CLIENT_HOOKS.map((name) => `${START_FOLDER}/${name}`), START_CONFIG]
  const present = namesIn({ files }, 'git', START_FOLDER).map((name) => `${START_FOLDER}/${name}`)
  return [...new Set([...known, ...present])].map((path) => ({ base: 'git', path }))
}

/** These files are memkeep's alone: what they should not hold is replaced. */
function written({ files }: Site, base: Base, path: string, text: string | undefined): Step {
  const present = files.get(fileKey(base, path))
  if (text === undefined) return present === undefined ? null : { change: { base, path, text: null } }
  if (present && 'text' in present && present.text === text) return null
  return { change: { base, path, text, ...(path !== START_CONFIG && { executable: true }) } }
}

function destination(site: Site, manager: Manager): Destination | null {
  if (manager.kind === 'none') return { folder: '.husky/_', written: '.husky', isOurs: true }
  if (manager.kind === 'husky') {
    const { folder: written } = manager
    return { folder: site.hooksPath ?? `${written}/_`, written, isOurs: isOwnHusky(site, written) }
  }
  if (manager.kind !== 'hook-files' || manager.base === 'git' || site.hooksPath === null) return null
  const folder = site.hooksPath
  // Git must go on finding a hook that is not passed on.
  if (namesIn(site, 'root', manager.folder).some((name) => OTHER_HOOKS.includes(name))) return null
  return { folder, written: folder, isOurs: false }
}

/** True when husky came with memkeep, or is about to. */
export function isOwnHusky(site: Site, folder: string): boolean {
  if (namesHusky(textAt(site, 'root', 'package.json') ?? '')) return false
  return site.hooksPath === null || site.brought === folder
}
