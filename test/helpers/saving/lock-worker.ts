// Takes locks as messages ask, and says whether it was alone with each.
// usage: started by `fork`, with `real` or `none` for the lock.
import { closeSync, openSync, unlinkSync } from 'node:fs'
import { type TakeLock, takeLock } from '../../../src/fs/lock.ts'

/** `hold` stops the process while it has the lock. */
type Order = { readonly path: string; readonly hold?: boolean }

const noLock: TakeLock = async () => ({ isOurs: () => true, release: () => null })
const take = process.argv[2] === 'none' ? noLock : takeLock

process.on('message', async ({ path, hold }: Order) => {
  const lock = await take(path)
  if (hold) {
    process.send?.('held', () => process.kill(process.pid, 'SIGSTOP'))
    return
  }
  const isAlone = enter(`${path}.in`)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 2))
  if (isAlone) unlinkSync(`${path}.in`)
  const isOurs = lock.isOurs()
  lock.release()
  process.send?.(isAlone && isOurs ? 'alone' : 'double')
})

function enter(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'))
    return true
  } catch {
    return false
  }
}

process.send?.('ready')
