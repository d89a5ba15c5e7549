import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from './gate.ts'

/**
 * Lays files out in a new folder of the system's own for such things, and removes it when `use` is done. The paths are relative, with
 * `/`; they must not leave the folder. Throws what the system says.
 */
export async function inScratchFolder<T>(
  files: ReadonlyMap<string, Uint8Array>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-'))
  try {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
