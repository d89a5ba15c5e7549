import { posix } from 'node:path'
import { type Diagnostic, toDiagnostic } from '../core/diagnostic.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { engineFinding } from './engine-finding.ts'
import type { LoadOptions } from './load-options.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/**
 * Findings about places where memory would lie but cannot be seen: roots behind a link, names that are not UTF-8.
 * A root that is a link to another root is fine: what lies there is checked there.
 */
export async function rootFindings(
  snapshot: OpenSnapshot,
  { layouts, rules, settings }: LoadOptions,
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = []
  for (const layout of layouts) {
    const roots = layout.roots(settings)
    for (const { path, message, help } of [
      ...(await hiddenRoots(roots, snapshot)),
      ...oddNames(roots, snapshot.oddPaths ?? []),
    ]) {
      const finding = engineFinding({ rule: 'unreadable', message, help }, rules, settings)
      if (finding) found.push(toDiagnostic(finding, path, layout.id))
    }
  }
  return found
}

type Trouble = { readonly path: string; readonly message: string; readonly help: string }

async function hiddenRoots(roots: readonly string[], snapshot: Snapshot): Promise<Trouble[]> {
  const prefixes = [...new Set(roots.flatMap(prefixesOf))].sort()
  const links = prefixes.filter((path) => snapshot.files.get(path)?.mode === 'link')
  const submodules = prefixes.filter((path) => snapshot.files.get(path)?.mode === 'submodule')
  const targets = links.length > 0 ? await snapshot.read(links) : new Map()
  const hidden = links.filter((path) => !roots.includes(targetOf(path, targets.get(path)?.bytes)))
  return [
    ...hidden.map((path) => trouble(path, 'a symbolic link')),
    ...submodules.map((path) => trouble(path, 'a submodule')),
  ]
}

function targetOf(path: string, bytes: Uint8Array | undefined): string {
  return posix.normalize(posix.join(posix.dirname(path), new TextDecoder().decode(bytes))).replace(/\/$/, '')
}

function trouble(path: string, what: string): Trouble {
  return {
    path,
    message: `Unexpected ${what} where memory lies: nothing behind it was checked`,
    help: 'Make it a directory, or move the root in memkeep.yaml.',
  }
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
