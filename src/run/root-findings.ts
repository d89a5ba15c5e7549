import { type Diagnostic, toDiagnostic } from '../core/diagnostic.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { engineFinding } from './engine-finding.ts'
import type { LoadOptions } from './load-documents.ts'

/** Findings about places where memory would lie but cannot be seen: roots behind a link, names that are not UTF-8. */
export function rootFindings(
  snapshot: Snapshot,
  oddPaths: readonly string[],
  options: LoadOptions,
): Diagnostic[] {
  return options.layouts.flatMap((layout) => {
    const roots = layout.roots(options.settings)
    return [...hiddenRoots(roots, snapshot), ...oddNames(roots, oddPaths)].flatMap(
      ({ path, message, help }) => {
        const finding = engineFinding({ rule: 'unreadable', message, help }, options.rules, options.settings)
        return finding ? [toDiagnostic(finding, path, layout.id)] : []
      },
    )
  })
}

type Trouble = { readonly path: string; readonly message: string; readonly help: string }

function hiddenRoots(roots: readonly string[], { files }: Snapshot): Trouble[] {
  const prefixes = new Set(roots.flatMap(prefixesOf))
  return [...prefixes].sort().flatMap((path) => {
    const mode = files.get(path)?.mode
    if (mode !== 'link' && mode !== 'submodule') return []
    const what = mode === 'link' ? 'a symbolic link' : 'a submodule'
    return [
      {
        path,
        message: `Unexpected ${what} where memory lies: nothing behind it was checked`,
        help: 'Make it a directory, or move the root in memkeep.yaml.',
      },
    ]
  })
}

function oddNames(roots: readonly string[], oddPaths: readonly string[]): Trouble[] {
  return oddPaths
    .filter((path) => roots.some((root) => path.startsWith(`${root}/`)))
    .map((path) => ({
      path,
      message: 'Unexpected file name that is not valid UTF-8: the file was not checked',
      help: 'Rename the file.',
    }))
}

function prefixesOf(root: string): string[] {
  const segments = root.split('/')
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}
