import { withoutShim } from './hook-file.ts'
import { HOOK_NAMES } from './hook-names.ts'
import { MANAGER_FILES } from './managers/detect.ts'
import { preCommitPrelude } from './managers/pre-commit.ts'
import { namesHusky, PREPARE_SCRIPT, withoutPrepareScript } from './managers/prepare-script.ts'
import { withoutSimpleGitHooks } from './managers/simple-git-hooks.ts'
import { findBlocks, type Spliced, withoutBlocks } from './marked-block.ts'
import { type Change, type Left, shown } from './plan-install.ts'
import { shimFile } from './shim-files.ts'
import { type Base, namesIn, type Site, textAt } from './site.ts'

/** What `uninstall` takes away. */
export type UninstallPlan = {
  readonly changes: readonly Change[]
  /** The folder for which husky was armed by memkeep and serves nothing else; null when husky stays. */
  readonly husky: string | null
  /** What somebody changed since. */
  readonly left: readonly Left[]
}

/** What is known besides the files. */
export type UninstallFacts = {
  readonly settingsFile: string
  readonly settingsText: string
  /** In this clone it was `init` that armed husky. */
  readonly armed: boolean
}

type Outcome = Spliced | null
type At = { readonly base: Base; readonly path: string }

/** Plans to take away exactly what `init` added, whichever manager it was for, purely. */
export function planUninstall(site: Site, facts: UninstallFacts): UninstallPlan {
  const changes: Change[] = []
  const left: Left[] = []
  const take = ({ base, path }: At, without: (text: string) => Outcome): void => {
    const text = textAt(site, base, path)
    const rest = text === null ? undefined : without(text)
    if (rest === null) changes.push({ base, path, text: null })
    else if (rest && 'byHand' in rest) {
      left.push({ message: `${shown({ base, path })} was left as it is: ${rest.byHand}` })
    } else if (rest && rest.text !== text) changes.push({ base, path, text: rest.text })
  }
  for (const at of hookFiles(site)) take(at, withoutShim)
  for (const name of HOOK_NAMES) {
    take({ base: 'root', path: shimFile(name) }, (text) =>
      withoutShim(text) === null ? null : withoutShim(text, preCommitPrelude(name)),
    )
  }
  for (const path of MANAGER_FILES) take({ base: 'root', path }, (text) => withoutManaged(text, path))
  take({ base: 'root', path: '.gitattributes' }, withoutAttributes)
  take({ base: 'root', path: facts.settingsFile }, (text) =>
    text.replaceAll('\r\n', '\n') === facts.settingsText ? null : { text },
  )
  return { changes, left, husky: huskyOfOurs(site, facts, changes) }
}

function hookFiles({ folder, hooksPath }: Site): At[] {
  const folders: { readonly base: Base; readonly path: string }[] = [
    { base: 'root', path: '.husky' },
    { base: 'git', path: 'hooks' },
  ]
  if ('path' in folder && hooksPath !== null)
    folders.push({ ...folder, path: folder.path.replace(/\/_$/, '') })
  const seen = new Map(folders.map(({ base, path }) => [`${base}:${path}`, { base, path }]))
  return [...seen.values()].flatMap(({ base, path }) =>
    HOOK_NAMES.map((name) => ({ base, path: `${path}/${name}` })),
  )
}

function withoutManaged(text: string, path: string): Outcome {
  if (path === 'package.json') return withoutSimpleGitHooks(withoutPrepareScript(text), path)
  if (path.endsWith('.json')) return withoutSimpleGitHooks(text, path)
  return /\.ya?ml$/.test(path) ? withoutBlocks(text) : { text }
}

/** See `created` in the plan of `init`: a file that was there and empty has no line break at its end. */
function withoutAttributes(text: string): Outcome {
  const rest = withoutBlocks(text)
  return 'text' in rest && rest.text === '' && text.endsWith('\n') && findBlocks(text)?.length ? null : rest
}

/** Husky goes only when memkeep brought it, no other hook file is left, and no package asks for it. */
function huskyOfOurs(site: Site, { armed }: UninstallFacts, changes: readonly Change[]): string | null {
  const { folder } = site
  if (!('path' in folder) || folder.base !== 'root' || !folder.path.endsWith('/_')) return null
  const husky = folder.path.slice(0, -'/_'.length)
  const manifest = textAt(site, 'root', 'package.json') ?? ''
  const gone = new Set(changes.filter(({ text }) => text === null).map(({ path }) => path))
  const remaining = namesIn(site, 'root', husky).filter((name) => !gone.has(`${husky}/${name}`))
  const isBrought = armed || manifest.includes(JSON.stringify(PREPARE_SCRIPT))
  return isBrought && remaining.length === 0 && !namesHusky(manifest) ? husky : null
}
