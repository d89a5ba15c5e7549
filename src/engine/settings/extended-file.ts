import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { safePath, UserError } from '../../core/messages.ts'
import { PACKAGES } from '../../formats/settings.ts'
import { realPath } from '../../fs/paths.ts'
import { isThere, kindAt, readFiles } from '../../fs/read-files.ts'
import { inSnapshot, type SettingsSource, settingsTextOf } from './settings-source.ts'

/** What a package has is not known: a change could have uninstalled it, so nothing else is taken in its place. */
class UnreadPackage extends UserError {
  readonly lacksPackage = true
}

/**
 * The text of a file that settings extend; `from` is the file that says so. A file of the repository is as the snapshot has it. One
 * of a package is as it is installed on disk, where git does not have it. Throws `UserError` for what cannot be read.
 */
export async function readExtended(path: string, from: string, source: SettingsSource): Promise<string> {
  const own = source.extendedOnDisk ? null : await inSnapshot(source.snapshot, path)
  if (own) return own.text
  if (path.startsWith(PACKAGES)) return installedText(path, from, source)
  if (source.extendedOnDisk) return textOnDisk(source.top, path, from)
  throw new UserError(
    `${safePath(from)} extends ${safePath(path)}, which is no file in the ${source.snapshot.label}`,
    'Paths are from the top of the repository; a file that git ignores is not read.',
  )
}

async function textOnDisk(top: string, path: string, from: string): Promise<string> {
  const kind = kindAt(join(top, path))
  const content = kind === 'link' ? undefined : (await readFiles(top, [path])).get(path)
  if (content && 'bytes' in content) return settingsTextOf(content.bytes, path)
  const why = kind === 'link' ? 'it is a symlink' : (content?.failure ?? 'no content')
  throw new UserError(
    `${safePath(from)} extends ${safePath(path)}, which cannot be read: ${why}`,
    'Paths are from the top of the repository.',
  )
}

/** What installs the packages of a repository, by its lock file. */
const INSTALLS = [
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
] as const

function installHint(top: string): string {
  const order =
    'A package comes in a change before the one that extends it, and goes in one after `extends` is gone.'
  const [, other] = INSTALLS.find(([lock]) => isThere(join(top, lock))) ?? []
  if (other === undefined || isThere(join(top, 'package-lock.json'))) return `Run \`npm ci\`. ${order}`
  return `Run \`${other}\`. ${order} The workflow of \`memkeep init\` installs packages only by npm's lock file: extend a file of the repository where it judges.`
}

/**
 * The file of a package that is installed in the repository, or else next to the memkeep that runs: CI may judge a clone without
 * packages. Package managers link within `node_modules`; what is linked from elsewhere is pinned by no lockfile.
 */
async function installedText(path: string, from: string, { top, present }: SettingsSource): Promise<string> {
  const failed = (why: string, hint: string): UnreadPackage => {
    const when = present ? ', before this change,' : ''
    return new UnreadPackage(`${safePath(from)}${when} extends ${safePath(path)}, which ${why}`, hint)
  }
  if (present?.stored && present.files.has(path))
    throw failed('this change puts into git: what it was is not known', 'Take it out of git, and install it.')
  const inside = path.slice(PACKAGES.length)
  const modules = [join(realPath(top), 'node_modules'), ...modulesOfMemkeep()].find((folder) =>
    isThere(join(folder, inside)),
  )
  if (modules === undefined) throw failed('is not installed', installHint(top))
  const real = relative(modules, realPath(join(modules, inside))).replaceAll('\\', '/')
  if (real === '..' || real.startsWith('../') || isAbsolute(real)) {
    const hint = 'Install it from a registry; for a package of this repository, name its own path.'
    throw failed('is linked to a place outside of node_modules', hint)
  }
  const content = (await readFiles(modules, [real])).get(real)
  if (content && 'bytes' in content) return settingsTextOf(content.bytes, path)
  throw failed(`cannot be read: ${content?.failure ?? 'no content'}`, 'Install it again.')
}

/** The folder of packages in which the memkeep that runs is installed; none where it is in no such folder. */
function modulesOfMemkeep(): readonly string[] {
  const [, modules] =
    /^(.*[\\/]node_modules)[\\/]memkeep[\\/]dist[\\/]/.exec(fileURLToPath(import.meta.url)) ?? []
  return modules === undefined ? [] : [modules]
}
