import { type OpenSnapshot, textOfBytes } from '../../snapshot/project.ts'

/** The texts of some files of a snapshot, without those that cannot be read. */
export async function textsIn(
  snapshot: OpenSnapshot,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const contents = await snapshot.read(paths)
  return new Map(
    [...contents].flatMap(([path, one]) => ('bytes' in one ? [[path, textOfBytes(one.bytes)]] : [])),
  )
}
