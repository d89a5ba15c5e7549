// Arms this checkout's git hooks (`hooks/`, by husky) after `npm ci` or `npm install`. An install never fails for it:
// without husky, without git or under CI it prints at most one line and exits 0. Where npm packs a git repository that a project
// depends on (pre-commit installs hooks so), it builds: npm runs no other script for it, and a package without `dist` is no command.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'

const FOLDER = 'hooks'

/** What `npm run build` and its packages are; a globally installed package has npm leave the packages out. */
const BUILD = [
  ['npm', 'ci', '--ignore-scripts', '--include=dev', '--no-global', '--no-audit', '--no-fund'],
  [process.execPath, 'scripts/build.mjs', '--quiet', '--uncompiled'],
  [process.execPath, 'scripts/roll-up-types.mjs'],
]

/** npm names the folder that it packs, and its clones of repositories have names of this form. */
function isCloneOfNpm() {
  return /\bgit-clone\w*$/.test(process.env.npm_package_resolved ?? '')
}

function build() {
  for (const [command, ...args] of BUILD) {
    if (args[0] === 'ci' && existsSync('node_modules/esbuild')) continue
    const env = { ...process.env, npm_config_global: 'false' }
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env })
    if (status === 0) continue
    process.stderr.write(`prepare: ${[command, ...args].join(' ')} failed\n${error?.message ?? stderr}\n`)
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

if (isCloneOfNpm()) build()

try {
  const said = await prepare()
  if (said) process.stdout.write(`prepare: ${said}\n`)
} catch (error) {
  const reason = error?.code === 'ERR_MODULE_NOT_FOUND' ? 'husky is not installed' : String(error?.message)
  process.stdout.write(`prepare: git hooks are not armed: ${reason.split('\n')[0]}\n`)
}
