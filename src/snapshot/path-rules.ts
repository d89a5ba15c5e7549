import { join } from 'node:path'
import { inScratchFolder } from '../fs/scratch-folder.ts'
import { splitRecords } from '../git/records.ts'
import { askGit, type GitOptions, gitFailure, runGit } from '../git/run-git.ts'

/** What git would do with a path by its files of rules. */
export type PathRules = {
  /** The value of each attribute that was asked for, by name; `unspecified` for none. */
  readonly attributes: ReadonlyMap<string, string>
  /** Git would not add it. */
  readonly isIgnored: boolean
}

type Asked = {
  /** `.gitattributes` and `.gitignore` of a tree, by path. */
  readonly rules: ReadonlyMap<string, Uint8Array>
  readonly paths: readonly string[]
  readonly attributes: readonly string[]
  /** Git's own directory, with what it has of rules for this clone alone. */
  readonly gitDir: string
  readonly git?: GitOptions
}

/** Git joins a path to a folder; a tree may hold what leaves it. */
const LEAVES = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)|[\\\0]/i

/**
 * What git would do with some paths in a tree with these files of rules: they are laid out in a folder of their own, so that neither
 * the work tree nor the index has a say. The paths need not exist. Throws `UserError` when git fails.
 */
export async function readPathRules(asked: Asked): Promise<ReadonlyMap<string, PathRules>> {
  const paths = asked.paths.filter((path) => !LEAVES.test(path))
  if (paths.length === 0) return new Map()
  const rules = new Map([...asked.rules].filter(([path]) => !LEAVES.test(path)))
  return inScratchFolder(rules, async (folder) => {
    const options = { ...asked.git, env: { ...asked.git?.env, GIT_INDEX_FILE: join(folder, '.git', 'none') } }
    const input = (before: string): string => paths.map((path) => `${before}${path}\0`).join('')
    const where = [`--git-dir=${asked.gitDir}`, `--work-tree=${folder}`]
    const attribute = [...where, 'check-attr', '-z', '--stdin', ...asked.attributes]
    const ignore = [...where, 'check-ignore', '--no-index', '-z', '--stdin']
    const [attributes, ignored] = await Promise.all([
      runGit(folder, attribute, { ...options, input: input('') }),
      // The command takes patterns; a path that starts with a dot is none.
      askGit(folder, ignore, { ...options, magic: true, input: input('./') }),
    ])
    if (ignored.code !== 0 && ignored.code !== 1) throw gitFailure(folder, ignore, ignored)
    return answered(
      paths,
      attributes,
      new Set(splitRecords(ignored.stdout).good.map((path) => path.slice(2))),
    )
  })
}

function answered(
  paths: readonly string[],
  output: Buffer,
  ignored: ReadonlySet<string>,
): ReadonlyMap<string, PathRules> {
  const found = new Map(paths.map((path) => [path, new Map<string, string>()]))
  const parts = output.toString('utf8').split('\0')
  for (let at = 0; at + 2 < parts.length; at += 3)
    found.get(parts[at] ?? '')?.set(parts[at + 1] ?? '', parts[at + 2] ?? '')
  return new Map([...found].map(([path, attributes]) => [path, { attributes, isIgnored: ignored.has(path) }]))
}
