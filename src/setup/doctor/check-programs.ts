import { type DoctorCheck, isAtLeast, versionOf } from './check.ts'

/** Node from 20.19 on. */
export function checkNode(version: string): DoctorCheck {
  const message = `Node ${version}`
  if (isAtLeast(versionOf(version), [20, 19])) return { check: 'node', status: 'ok', message }
  return {
    check: 'node',
    status: 'wrong',
    message: `${message} is too old`,
    mend: 'Install Node 20.19 or newer.',
  }
}

/** Git from 2.30 on; says what older ones lack. `text` is what `git --version` prints. */
export function checkGit(text: string): DoctorCheck {
  const version = versionOf(text)
  const message = `git ${/\d[\w.]*/.exec(text)?.[0] ?? 'of an unknown version'}`
  if (!isAtLeast(version, [2, 30])) {
    return {
      check: 'git',
      status: 'wrong',
      message: `${message} is too old`,
      mend: 'Install git 2.30 or newer.',
    }
  }
  const lacks = [
    ...(isAtLeast(version, [2, 36]) ? [] : ['`git hook run` (hook files are run directly here)']),
    ...(isAtLeast(version, [2, 38]) ? [] : ['`git merge-tree --write-tree`']),
  ]
  return {
    check: 'git',
    status: 'ok',
    message: lacks.length === 0 ? message : `${message}, without ${lacks.join(' and ')}`,
  }
}

/** Variables that keep hooks from running in this shell. */
export function checkEnvironment(env: { readonly [name: string]: string | undefined }): DoctorCheck {
  const off = ['MEMKEEP', 'HUSKY'].filter((name) => env[name] === '0').map((name) => `${name}=0`)
  if (off.length === 0)
    return { check: 'environment', status: 'ok', message: 'no variable turns the hooks off' }
  const message = `${off.join(' and ')} in the environment: hooks are skipped in this shell`
  return {
    check: 'environment',
    status: 'wrong',
    message,
    mend: `unset ${off.map((one) => one.slice(0, -2)).join(' ')}`,
  }
}
