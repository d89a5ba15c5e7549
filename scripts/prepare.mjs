// Arms this checkout's git hooks (`hooks/`, by husky) after `npm ci` or `npm install`. An install never fails for it:
// without husky, without git or under CI it prints at most one line and exits 0. Where npm packs a git repository that a project
// depends on (pre-commit installs hooks so), it builds: npm runs no other script for it, and a package without `dist` is no command.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'

const FOLDER = 'hooks'

/** What npm has to run before it packs a dependency; see `build` in package.json. */
const BUILD = [['scripts/build.mjs', '--quiet', '--uncompiled'], ['scripts/roll-up-types.mjs']]

/** Only npm's own packing names the folder. `npm pack` builds in `prepack`, which takes this script out of the package. */
function isPackedByNpm() {
  return process.env.npm_package_resolved !== undefined && !existsSync('dist/memkeep.cjs')
}

/** Without the packages for development, as in a linked folder, nothing can be built. */
function build() {
  for (const args of BUILD) {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status === 0) continue
    if (stderr.includes('ERR_MODULE_NOT_FOUND')) return
    process.stderr.write(stderr)
    process.exit(1)
  }
}

/** One line for people; '' when there is nothing to say. */
async function prepare() {
  if (process.env.CI || process.env.HUSKY === '0' || !existsSync('.git')) return ''
  const present = spawnSync('git', ['config', '--local', 'core.hooksPath'], {
    encoding: 'utf8',
  }).stdout?.trim()
  if (present && present !== `${FOLDER}/_`) {
    return `git's core.hooksPath is ${JSON.stringify(present)} and was left; memkeep's hooks are not armed`
  }
  const { default: husky } = await import('husky')
  linkCommand()
  return husky(FOLDER)
}

/** The hooks look for memkeep where a user's project has it; here it is what `npm run build` made last. */
function linkCommand() {
  mkdirSync('node_modules/.bin', { recursive: true })
  rmSync('node_modules/.bin/memkeep', { force: true })
  symlinkSync('../../dist/memkeep.cjs', 'node_modules/.bin/memkeep')
}

if (isPackedByNpm()) build()

try {
  const said = await prepare()
  if (said) process.stdout.write(`prepare: ${said}\n`)
} catch (error) {
  const reason = error?.code === 'ERR_MODULE_NOT_FOUND' ? 'husky is not installed' : String(error?.message)
  process.stdout.write(`prepare: git hooks are not armed: ${reason.split('\n')[0]}\n`)
}
