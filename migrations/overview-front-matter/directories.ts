import { compareText } from '../../src/core/edit.ts'
import type { MigrationInput, TextFile } from '../../src/core/migration.ts'

/** What is at a path: a text, nothing, a symbolic link, or something that could not be read. */
type Standing = TextFile | 'nothing' | 'link' | 'unread'

/** A directory with an overview or an abstract. */
export type Directory = {
  readonly overviewPath: string
  readonly abstractPath: string
  readonly overview: Standing
  readonly abstract: Standing
}

/**
 * The directories of overviews and abstracts, in order of their paths. An OVERVIEW.md that is no scope's own, such as one
 * in `_plans`, counts only where an abstract lies beside it.
 */
export function directories({ files, present }: MigrationInput): readonly Directory[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const standing = (path: string): Standing => {
    const mode = present.get(path)?.mode
    if (mode === undefined) return 'nothing'
    if (mode === 'link' || mode === 'submodule') return 'link'
    return byPath.get(path) ?? 'unread'
  }
  const wanted = files.filter(({ kind }) => kind === 'overview' || kind === 'abstract')
  const folders = [...new Set(wanted.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))]
  return folders.sort(compareText).map((folder) => {
    const overviewPath = `${folder}/OVERVIEW.md`
    const abstractPath = `${folder}/ABSTRACT.md`
    return {
      overviewPath,
      abstractPath,
      overview: standing(overviewPath),
      abstract: standing(abstractPath),
    }
  })
}
