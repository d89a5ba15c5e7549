import type { Manager } from '../managers/detect.ts'
import { namesHusky } from '../managers/prepare-script.ts'
import { type Base, fileKey, namesIn, type Site, textAt } from './site.ts'
import {
  CLIENT_HOOKS,
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
  const hooks = whose(site, manager)
  const texts = new Map<string, string>(
    hooks === null
      ? []
      : [
          ...CLIENT_HOOKS.map(
            (name) => [`${START_FOLDER}/${name}`, startHook(name, { pathspecs, ...hooks })] as const,
          ),
          [START_CONFIG, startConfig(`${site.commonDir}/${START_FOLDER}`)],
        ],
  )
  return {
    isWanted: hooks !== null,
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

/** Null for hooks that no checkout can take away, or that cannot all be passed on. */
function whose(site: Site, manager: Manager): { readonly isOurs: boolean } | null {
  if (manager.kind === 'none') return { isOurs: isOwnHusky(site, '.husky') }
  if (manager.kind === 'husky') return { isOurs: isOwnHusky(site, manager.folder) }
  if (manager.kind !== 'hook-files' || manager.base === 'git') return null
  const others = namesIn(site, 'root', manager.folder).some((name) => OTHER_HOOKS.includes(name))
  return others ? null : { isOurs: false }
}

/** True when husky came with memkeep, or is about to. */
export function isOwnHusky(site: Site, folder: string): boolean {
  if (namesHusky(textAt(site, 'root', 'package.json') ?? '')) return false
  return site.hooksPath === null || site.brought === folder
}
