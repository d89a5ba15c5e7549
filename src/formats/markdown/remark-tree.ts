import type { Code, Root } from 'mdast'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'

declare module 'mdast' {
  interface CodeData {
    /** Fence lines of a fenced block: 2 when it is closed, 1 when nothing closes it, absent without fences. */
    fences?: number
  }
}

const processor = unified().use(countFences).use(remarkParse).freeze()

/** Parses Markdown (CommonMark, no extensions) with remark. It throws what remark throws. */
export function remarkTree(markdown: string): Root {
  // A byte order mark inside a file is a character like another; remark would drop it and every offset would be off.
  return processor.parse(markdown.startsWith('\ufeff') ? `\ufffd${markdown.slice(1)}` : markdown)
}

/** The tree alone does not say whether a fence was closed; the parser's own tokens do. */
function countFences(this: Processor): void {
  this.data('fromMarkdownExtensions', [
    {
      enter: {
        codeFencedFence() {
          const code = this.stack.findLast((node): node is Code => node.type === 'code')
          if (code) code.data = { fences: (code.data?.fences ?? 0) + 1 }
        },
      },
    },
  ])
}
