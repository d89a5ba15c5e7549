import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blobOid } from './blob-store.ts'
import { indexAt, logAt, type Texts } from './independent-index.ts'
import type { Sandbox } from './sandbox.ts'

/** Path → mode and blob id, as `git ls-tree` writes them: `100644 <oid>`. */
export type Tree = ReadonlyMap<string, string>

/** What is staged. */
export type Staged = {
  readonly index: Tree
  /** Paths that are only intended to be added. */
  readonly intended: ReadonlySet<string>
}

/** Everything in a repository that a commit may change, or must not: the commit, the real index, the files on disk. */
export type Picture = Staged & { readonly head: Tree; readonly work: ReadonlyMap<string, Buffer> }

/** What git stages for a file that is only intended to be added, and for one that is empty. */
const EMPTY = blobOid(new Uint8Array())

/** The flag of an index entry that is only intended to be added, in what `git ls-files --debug` prints. */
const INTENDED = 0x20000000

/** Looks at everything. */
export async function takePicture(sandbox: Sandbox): Promise<Picture> {
  const [head, staged] = await Promise.all([askHead(sandbox), askStaged(sandbox)])
  return { head, ...staged, work: readFolder(sandbox.dir) }
}

/** What the last commit holds; nothing before the first one. */
export async function askHead(sandbox: Sandbox): Promise<Tree> {
  return parseRecords(await listHead(sandbox), /^(\d+) blob ([0-9a-f]+)\t(.*)$/s)
}

/** What the real index holds. */
export async function askStaged(sandbox: Sandbox): Promise<Staged> {
  const listed = await sandbox.git(['ls-files', '-s', '-z'])
  const all = parseRecords(listed, /^(\d+) ([0-9a-f]+) 0\t(.*)$/s)
  const isDoubtful = [...all.values()].some((entry) => entry.endsWith(EMPTY))
  const intended = isDoubtful ? await askIntended(sandbox) : new Set<string>()
  return { index: new Map([...all].filter(([path]) => !intended.has(path))), intended }
}

async function askIntended(sandbox: Sandbox): Promise<Set<string>> {
  const listed = (await sandbox.git(['ls-files', '--debug', '-z'])).toString('utf8')
  const entries = listed.matchAll(/([^\0]+)\0(?: {2}.*\n){4} {2}size: .*\tflags: ([0-9a-f]+)\n/g)
  return new Set(
    [...entries].flatMap(([, path = '', flags = '0']) =>
      Number.parseInt(flags, 16) & INTENDED ? [path] : [],
    ),
  )
}

async function listHead(sandbox: Sandbox): Promise<Buffer> {
  const { code, stdout, said } = await sandbox.tryGit(['ls-tree', '-r', '-z', 'HEAD'])
  if (code !== 0 && !said.includes('Not a valid object name HEAD')) throw new Error(`git ls-tree: ${said}`)
  return stdout
}

function parseRecords(output: Buffer, form: RegExp): Map<string, string> {
  const records = output.toString('utf8').split('\0').slice(0, -1)
  return new Map(
    records.map((record) => {
      const [, mode, oid, path] = form.exec(record) ?? []
      if (path === undefined) throw new Error(`git printed ${record}`)
      return [path, `${mode} ${oid}`]
    }),
  )
}

/** Every file on disk but git's own. */
export function readFolder(dir: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const visit = (folder: string, prefix: string): void => {
    for (const one of readdirSync(folder, { withFileTypes: true })) {
      if (prefix === '' && one.name === '.git') continue
      const path = prefix + one.name
      if (one.isDirectory()) visit(join(folder, one.name), `${path}/`)
      else files.set(path, readFileSync(join(folder, one.name)))
    }
  }
  visit(dir, '')
  return files
}

/** The tree entry that staging these bytes makes. */
export function stagedEntry(bytes: Buffer, { variant }: Sandbox): string {
  return `100644 ${blobOid(variant.autocrlf ? withoutCarriageReturns(bytes) : bytes)}`
}

function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}

/** The blob id in a tree entry. */
function oidOf(entry: string): string {
  return entry.slice(entry.indexOf(' ') + 1)
}

/** The texts of a tree's logs and memory indexes. */
export async function memoryTexts(tree: Tree, { blobs }: Sandbox): Promise<Texts> {
  const wanted = [...tree].filter(([path]) => logAt(path) || indexAt(path) !== null)
  const texts = wanted.map(
    async ([path, entry]) => [path, (await blobs.read(oidOf(entry))).toString()] as const,
  )
  return new Map(await Promise.all(texts))
}

/** Paths whose values differ between two maps. */
export function changedPaths<T>(
  left: ReadonlyMap<string, T>,
  right: ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean = Object.is,
): string[] {
  return [...new Set([...left.keys(), ...right.keys()])].filter((path) => {
    const [a, b] = [left.get(path), right.get(path)]
    return a === undefined || b === undefined ? a !== b : !isSame(a, b)
  })
}
