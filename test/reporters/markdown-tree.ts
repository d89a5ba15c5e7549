import remarkParse from 'remark-parse'
import { unified } from 'unified'

type Node = {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly children?: readonly Node[]
}

const parser = unified().use(remarkParse)

/** Blocks and marks that our own pages are made of. */
const OWN = ['root', 'heading', 'paragraph', 'list', 'listItem', 'text', 'strong', 'inlineCode']

/** A part that is folded: the one element of HTML that they have. */
const OWN_HTML = /^(?:<details><summary>[a-zA-Z0-9 :]+<\/summary>|<\/details>)$/

/**
 * What of a page is not as it should be: nodes of any other type than our own pages have, and text with the mark of
 * untrusted text outside of code, where GitHub would look for mentions, links and references.
 */
export function strayText(markdown: string, mark: string): string[] {
  const stray: string[] = []
  const visit = (node: Node): void => {
    const isOwnHtml = node.type === 'html' && OWN_HTML.test(node.value ?? '')
    if (!OWN.includes(node.type) && !isOwnHtml) stray.push(`${node.type}: ${node.value ?? node.url ?? ''}`)
    else if (node.type === 'text' && node.value?.includes(mark)) stray.push(`text: ${node.value}`)
    for (const child of node.children ?? []) visit(child)
  }
  visit(parser.parse(markdown) as Node)
  return stray
}
