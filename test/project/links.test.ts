import { existsSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { nodesIn, type Page, readPage, readPages } from '../helpers/pages.ts'

const PAGES = new Map(readPages().map((page) => [page.path, page]))

type Link = { readonly line: number; readonly url: string }

/** What a page links to or shows. A link in a generated table is one, too. */
function linksOf({ tree }: Page): Link[] {
  return nodesIn(tree).flatMap((node) =>
    node.type === 'link' || node.type === 'image' || node.type === 'definition'
      ? [{ line: node.position?.start.line ?? 0, url: node.url }]
      : [],
  )
}

/** The anchors that a host gives to the headings of a page. */
function anchorsOf({ tree }: Page): Set<string> {
  const anchors = new Set<string>()
  for (const node of nodesIn(tree)) {
    if (node.type !== 'heading') continue
    const slug = textOf(nodesIn(node))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let i = 1; anchors.has(anchor); i++) anchor = `${slug}-${i}`
    anchors.add(anchor)
  }
  return anchors
}

function textOf(nodes: ReturnType<typeof nodesIn>): string {
  return nodes.map((node) => (node.type === 'text' || node.type === 'inlineCode' ? node.value : '')).join('')
}

/** Null when a link leads somewhere. */
function linkFault(page: Page, url: string): string | null {
  if (/^[a-z]+:/i.test(url)) return url.startsWith('https://') ? null : 'it is not https'
  const [file = '', anchor] = url.split('#')
  const path =
    file === '' ? page.path : posix.normalize(posix.join(posix.dirname(page.path), decodeURI(file)))
  if (path.startsWith('../') || !existsSync(path)) return `there is no ${path}`
  if (anchor === undefined) return null
  const target =
    path === page.path ? page : PAGES.get(statSync(path).isDirectory() ? `${path}/README.md` : path)
  if (!target) return `${path} is no page with anchors that are known`
  return anchorsOf(target).has(anchor) ? null : `${path} has no heading #${anchor}`
}

function faultsOf(page: Page): string[] {
  return linksOf(page).flatMap(({ line, url }) => {
    const fault = linkFault(page, url)
    return fault === null ? [] : [`${page.path}:${line} ${url}: ${fault}`]
  })
}

test('every link and anchor of every page leads somewhere', () => {
  const pages = [...PAGES.values()]
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(300)
  expect(pages.flatMap(faultsOf)).toEqual([])
})

test('links that lead nowhere are found', () => {
  const text = '# A `b` c!\n\n## Twice\n\n## Twice\n\n[1](#a-b-c) [2](#twice-1) [3](../README.md#try-it)\n'
  expect(faultsOf(readPage('docs/ci.md', text))).toEqual([])
  const dead =
    '[1](#a) [2](gone.md) [3](../README.md#gone) ![4](gone.svg) [5](../../out.md) [6](http://a.example)\n'
  expect(faultsOf(readPage('docs/ci.md', dead))).toEqual([
    'docs/ci.md:1 #a: docs/ci.md has no heading #a',
    'docs/ci.md:1 gone.md: there is no docs/gone.md',
    'docs/ci.md:1 ../README.md#gone: README.md has no heading #gone',
    'docs/ci.md:1 gone.svg: there is no docs/gone.svg',
    'docs/ci.md:1 ../../out.md: there is no ../out.md',
    'docs/ci.md:1 http://a.example: it is not https',
  ])
})
