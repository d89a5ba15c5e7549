import { expect, test } from 'vitest'
import type { Found } from '../../src/core/rule.ts'
import { applyEdits } from '../../src/core/text.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'
import { template } from '../../src/rules/_template.ts'
import { sourceOf } from '../core/literal-parts.ts'

function found(
  text: string,
  markdown: ReturnType<typeof parseMarkdown> | null = parseMarkdown(text, 0),
): Found[] {
  const all: Found[] = []
  template.check(sourceOf({ text, markdown }), (one) => all.push(one))
  return all
}

test('the rule that newcomers copy finds what its example says, and fixes it', () => {
  const { bad, good } = template.example
  const findings = found(bad)
  expect(findings).toHaveLength(1)
  expect(findings[0]?.place.line).toBe(1)
  expect(
    applyEdits(
      bad,
      findings.flatMap(({ edits }) => edits ?? []),
    ),
  ).toBe(good)
  expect(found(good)).toEqual([])
})

test('it says nothing of a file that could not be parsed', () => {
  expect(found('# a:\n', null)).toEqual([])
})
