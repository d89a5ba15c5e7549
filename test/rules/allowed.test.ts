import { expect, test } from 'vitest'
import { ALLOWED, type History } from '../../src/core/settings.ts'
import { judgeLiteral } from '../helpers/check-literal.ts'

// The table that `docs/settings.md` shows and `loosened` goes by, against what the rules refuse.

const MODES: readonly History[] = ['free', 'immutable', 'append-only']
const TEXTS = {
  items: { kind: 'log', path: 'tasks/lessons.md', heading: '### [2026-01-0%] ' },
  sections: { kind: 'agents-md', path: 'AGENTS.md', heading: '## ' },
} as const
type What = keyof typeof TEXTS

function textOf(what: What, ...parts: readonly string[]): string {
  const { heading } = TEXTS[what]
  return parts
    .map(
      (part) =>
        `${heading.replace('%', part[0] ?? '')}About ${part}\n\nThis is all that is known about ${part}.\n`,
    )
    .join('\n')
}

const OLD = ['1 ports', '2 queues', '3 mail'] as const
const [FIRST, SECOND, THIRD] = OLD

const DONE: { readonly [way: string]: (what: What) => string } = {
  'one may go': (what) => textOf(what, FIRST, THIRD),
  'one may change': (what) => textOf(what, ...OLD).replace('about 2 queues.', 'about 2 topics.'),
  'the last one may grow': (what) => `${textOf(what, ...OLD)}And nothing more.\n`,
  'new ones may come above older ones': (what) => textOf(what, FIRST, '4 caches', SECOND, THIRD),
  'older ones may change places': (what) => textOf(what, SECOND, FIRST, THIRD),
}

const ROWS = (['items', 'sections'] as const).flatMap((what) => MODES.map((mode) => [what, mode] as const))

test.each(ROWS)('what may happen to %s whose history is %s', async (what, mode) => {
  const { kind, path } = TEXTS[what]
  const history = mode === 'free' ? '' : `history: { ${kind}: { mode: ${mode} } }\n`
  // A lost entry of a log is an error of its own.
  const settings = { 'memkeep.yaml': `${history}rules: { item-lost: warning }\n` }
  const passes: string[] = []
  for (const [way, done] of Object.entries(DONE)) {
    const sides = [textOf(what, ...OLD), done(what)].map((text) => ({ [path]: text, ...settings }))
    const found = await judgeLiteral(sides[0] ?? {}, sides[1] ?? {})
    if (found.every(({ severity }) => severity !== 'error')) passes.push(way)
  }
  expect(passes).toEqual(ALLOWED[what][mode])
})
