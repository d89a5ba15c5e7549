import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CorpusFile, type CorpusOptions, corpus } from './corpus.ts'

/** What was written. */
export type Written = { readonly files: number; readonly bytes: number; readonly commit: string }

const WHO = 'memkeep bench <bench@example.invalid> 1767225600 +0000'
const CHUNK = 1 << 20

/**
 * Writes a corpus as a git repository into `folder`, which must be empty: one packed commit, as after a clone, and
 * its work tree. The same options give the same commit id; `change` can make files other ones. Throws when git fails.
 */
export async function writeCorpus(
  folder: string,
  options: CorpusOptions,
  change: (file: CorpusFile) => CorpusFile = (file) => file,
): Promise<Written> {
  git(folder, ['init', '--quiet', '--initial-branch=main', '--template='])
  for (const setting of [
    'core.autocrlf=false',
    'core.symlinks=true',
    'gc.auto=0',
    'maintenance.auto=false',
  ]) {
    git(folder, ['config', ...setting.split('=')])
  }
  const { files, bytes } = await fastImport(folder, changed(corpus(options), change))
  git(folder, ['reset', '--quiet', '--hard', 'main'])
  // A stat cache as old as the files it lists makes git hash them again at every call: wait, then renew it.
  await sleep(1100)
  git(folder, ['update-index', '--really-refresh', '-q'])
  return { files, bytes, commit: git(folder, ['rev-parse', 'HEAD']) }
}

function* changed(
  files: Iterable<CorpusFile>,
  change: (file: CorpusFile) => CorpusFile,
): Generator<CorpusFile> {
  for (const file of files) yield change(file)
}

async function fastImport(folder: string, all: Iterable<CorpusFile>): Promise<Omit<Written, 'commit'>> {
  const child = spawn('git', ['fast-import', '--quiet', '--depth=0'], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const closed = once(child, 'close')
  let pending = `commit refs/heads/main\nauthor ${WHO}\ncommitter ${WHO}\ndata 7\ncorpus\n\n`
  let files = 0
  let bytes = 0
  for (const { path, text, isLink } of all) {
    const size = Buffer.byteLength(text)
    pending += `M ${isLink ? '120000' : '100644'} inline ${path}\ndata ${size}\n${text}\n`
    files += 1
    bytes += size
    if (pending.length < CHUNK) continue
    if (!child.stdin.write(pending)) await once(child.stdin, 'drain')
    pending = ''
  }
  child.stdin.end(pending)
  const [code] = await closed
  if (code !== 0) throw new Error(`git fast-import gave exit code ${code}`)
  return { files, bytes }
}

function git(folder: string, args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()
}
