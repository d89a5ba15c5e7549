import { join } from 'node:path'
import { isDirectory } from '../fs/is-directory.ts'
import { remoteUrls } from '../git/remote-urls.ts'

/** True when GitHub has the repository, or it has files for GitHub. */
export async function isOnGithub(top: string): Promise<boolean> {
  return (
    isDirectory(join(top, '.github')) || (await remoteUrls(top)).some((url) => /github/i.test(hostOf(url)))
  )
}

/** The host of a URL, or of what ssh takes: `git@host:path`. */
function hostOf(url: string): string {
  return /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)[/:]/i.exec(url)?.[1] ?? ''
}
