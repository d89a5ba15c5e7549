import { type FileListing, filesBelow, inOtherForm } from '../core/snapshot.ts'
import { nearest } from './names.ts'

/**
 * The file that a path most likely means at which there is none: one whose path differs in case or in the form of accents alone, else
 * one of the same folder with nearly its name. Null where there is none. A listing that notes questions answers it as one, so that other
 * files of the folder do not count.
 */
export function meantPath(files: FileListing, path: string): string | null {
  if (files.meant) return files.meant(path)
  return inOtherForm(files, path) ?? siblingOf(files, path)
}

/** So many letters may be other ones in the name of a file that was meant, and at most one of four. */
const MOST_LETTERS = 2

/** The file in the folder of a path that has nearly its name: the same digits and ending, and few other letters. */
function siblingOf(files: FileListing, path: string): string | null {
  const start = path.lastIndexOf('/') + 1
  if (start === 0) return null
  const [stem, ending] = partsOf(path.slice(start))
  const digits = stem.replace(/\D/g, '')
  const stems = filesBelow(files, path.slice(0, start - 1)).flatMap((file) => {
    const [one, itsEnding] = partsOf(file.path.slice(start))
    const isLike = !one.includes('/') && (ending === '' || itsEnding === ending)
    return isLike && one.replace(/\D/g, '') === digits ? [[one, file.path] as const] : []
  })
  const most = Math.min(MOST_LETTERS, Math.floor(stem.length / 4))
  const found = nearest(
    stem,
    stems.map(([one]) => one),
    most,
  )
  return stems.find(([one]) => one === found)?.[1] ?? null
}

function partsOf(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
