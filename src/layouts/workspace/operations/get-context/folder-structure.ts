import type { Memory } from '../../../../core/memory.ts'
import { safeText } from '../../../../core/safe-text.ts'
import { compareText } from '../../../../core/text.ts'
import { workspaceSettings } from '../../settings.ts'
import type { ContextPart } from './part.ts'

/** So many files and folders a tree names. */
const MOST = 100

/** A file, or a folder with what is directly in it. */
type Node = { readonly name: string; readonly isFolder: boolean; readonly children: readonly Node[] }

/** Lines to fill: how many children of each folder are shown. */
type Cut = { readonly top: number; readonly below: number }

/**
 * Draws what lies in a scope's folder of the resources, two levels deep; folders of documents, which start with `_`, are
 * named and not opened. At most 100 files and folders are named; what is cut is counted.
 */
export function folderStructure(memory: Memory, scope: string): ContextPart {
  const { resources } = workspaceSettings(memory.settings)
  const path = `${resources}/${scope}/`
  const nodes = readNodes(memory, path)
  const data = [safeText(path), ...(nodes.length === 0 ? ['(nothing there)'] : drawn(nodes)), ''].join('\n')
  return { section: 'folder_structure', title: 'folder structure', path, scope, date: '', data }
}

function readNodes({ files }: Memory, base: string): Node[] {
  const top = new Map<string, Set<string> | null>()
  for (const { path, mode } of files.values()) {
    if (!path.startsWith(base)) continue
    const rest = mode === 'submodule' ? `${path.slice(base.length)}/` : path.slice(base.length)
    const end = rest.indexOf('/')
    if (end < 0) {
      top.set(rest, null)
      continue
    }
    const name = rest.slice(0, end)
    const inside = top.get(name) ?? new Set<string>()
    top.set(name, inside)
    const next = rest.indexOf('/', end + 1)
    const child = rest.slice(end + 1, next < 0 ? undefined : next + 1)
    if (child !== '' && isOpened(name)) inside.add(child)
  }
  return [...top].map(([name, inside]) => nodeOf(name, inside)).sort(inTreeOrder)
}

function isOpened(name: string): boolean {
  return !name.startsWith('_') && !name.startsWith('.')
}

function nodeOf(name: string, inside: ReadonlySet<string> | null): Node {
  if (inside === null) return { name, isFolder: false, children: [] }
  const children = [...inside].map((child): Node => {
    const isFolder = child.endsWith('/')
    return { name: isFolder ? child.slice(0, -1) : child, isFolder, children: [] }
  })
  return { name, isFolder: true, children: children.sort(inTreeOrder) }
}

/** Files, folders of scopes, folders of documents. */
function inTreeOrder(a: Node, b: Node): number {
  return rankOf(a) - rankOf(b) || compareText(a.name, b.name)
}

function rankOf({ name, isFolder }: Node): number {
  if (!isFolder) return 0
  return isOpened(name) ? 1 : 2
}

function drawn(nodes: readonly Node[]): string[] {
  const cut = cutOf(nodes)
  const lines = branches(nodes, { most: cut.top, below: cut.below, indent: '' })
  const all = nodes.length + nodes.reduce((sum, { children }) => sum + children.length, 0)
  const shown = nodes
    .slice(0, cut.top)
    .reduce((sum, { children }) => sum + 1 + Math.min(children.length, cut.below), 0)
  return shown === all
    ? lines
    : [...lines, `(cut at ${MOST}: ${shown} of ${all} files and folders are named)`]
}

/** The upper level first; what is left is shared alike among the folders. */
function cutOf(nodes: readonly Node[]): Cut {
  const top = Math.min(nodes.length, MOST)
  const sizes = nodes.slice(0, top).map(({ children }) => children.length)
  const taken = (most: number): number => sizes.reduce((sum, size) => sum + Math.min(size, most), 0)
  let below = Math.min(MOST, Math.max(0, ...sizes))
  while (below > 0 && top + taken(below) > MOST) below -= 1
  return { top, below }
}

function branches(
  nodes: readonly Node[],
  { most, below, indent }: { most: number; below: number; indent: string },
): string[] {
  const shown = nodes.slice(0, most)
  const more = nodes.length - shown.length
  const lines = shown.flatMap(({ name, isFolder, children }, i) => {
    const isLast = i === shown.length - 1 && more === 0
    const inner = branches(children, {
      most: below,
      below: 0,
      indent: `${indent}${isLast ? '    ' : '│   '}`,
    })
    return [`${indent}${isLast ? '└── ' : '├── '}${safeText(name)}${isFolder ? '/' : ''}`, ...inner]
  })
  return more > 0 ? [...lines, `${indent}└── ... ${more} more`] : lines
}
