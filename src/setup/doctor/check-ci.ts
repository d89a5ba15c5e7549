import { join } from 'node:path'
import { folderNames } from '../../fs/folder-names.ts'
import { readFiles } from '../../fs/read-files.ts'
import { textOfBytes } from '../../snapshot/text-of-bytes.ts'
import type { DoctorCheck } from './check.ts'

const FOLDER = '.github/workflows'

/** Whether some workflow names memkeep. Hooks can be passed by; that is why this is worth a hint. */
export async function checkCi(root: string): Promise<DoctorCheck> {
  const paths = folderNames(join(root, FOLDER)).map((name) => `${FOLDER}/${name}`)
  const contents = await readFiles(root, paths)
  const found = [...contents].find(
    ([, read]) => 'bytes' in read && textOfBytes(read.bytes).includes('memkeep'),
  )
  if (found) return { check: 'ci', status: 'ok', message: `${found[0]} runs memkeep` }
  return {
    check: 'ci',
    status: 'unknown',
    message: `no workflow in ${FOLDER} names memkeep`,
    mend: 'Hooks do not see rebases, --no-verify and merges on the server: let CI run memkeep ci, too. On GitHub, memkeep init writes a workflow for it where npm installs memkeep.',
  }
}
