import { readdirSync, readFileSync } from 'node:fs'
import type { Nodes, Root } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

/** A page that people read, parsed. */
export type Page = { readonly path: string; readonly text: string; readonly tree: Root }

const TOP = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'examples/README.md']

/** Every page of the project: at the top, in `docs`, and the guides of rooms and layouts. */
export function readPages(): Page[] {
  const below = ['docs', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md') && (folder === 'docs' || path.endsWith('/README.md'))),
  )
  return [...TOP, ...below.sort()].map((path) => readPage(path, readFileSync(path, 'utf8')))
}

export function readPage(path: string, text: string): Page {
  return { path, text, tree: unified().use(remarkParse).parse(text) }
}

/** Every node of a tree, in order. */
export function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap((child) => nodesIn(child)) : [])]
}
