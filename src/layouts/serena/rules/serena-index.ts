import type { Document } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { memoriesOf, nameOf } from '../claim.ts'
import { plainName, referencesOf, wordsOf } from '../memory.ts'

/** The index that people add: the tool itself lists names alone. */
const INDEX = 'memory-index'

/** Not a memory of its own. */
const COMMON = /(?:^|\/)(?:readme|memory_maintenance)$/

const NAMED = 3

/** The index leads to every memory. */
export const serenaIndex: MemoryRule = {
  id: 'serena-index',
  summary: 'Every memory is in `memory-index.md`, where a project has one, or in what it leads to.',
  why: 'An agent that goes by the index never finds what is not in it.',
  howToFix:
    'Add the memory to `memory-index.md`, or to an index or memory that this one leads to. What the index lists and is not there is a finding of `link-resolves` or `serena-reference`.',
  severity: 'info',
  fixable: false,
  example: {
    bad: '# memory-index.md\n- [login](auth/login.md)\n\n# there is auth/tokens.md, too\n',
    good: '# memory-index.md\n- [login](auth/login.md)\n- [tokens](auth/tokens.md)\n',
  },
  kinds: ['serena-memory'],
  subject: 'memory',
  check: ({ documents }, report) => {
    for (const index of documents) {
      if (nameOf(index.path)?.toLowerCase() !== INDEX) continue
      const folder = memoriesOf(index.path)
      const own = documents.filter(({ path }) => memoriesOf(path) === folder)
      const byName = new Map(own.map((one) => [plainName(nameOf(one.path) ?? ''), one]))
      const reached = reachedFrom(index, byName)
      const missing = [...byName].flatMap(([name, one]) =>
        reached.has(one) || COMMON.test(name) ? [] : [nameOf(one.path) ?? ''],
      )
      if (missing.length === 0) continue
      const shown = `${missing.slice(0, NAMED).join(', ')}${missing.length > NAMED ? ' …' : ''}`
      report(index.path, {
        place: WHOLE_FILE,
        message: `The index does not lead to ${missing.length} of ${own.length} memories: ${shown}`,
        help: 'Add them to the index, or to an index or memory that it leads to.',
      })
    }
  },
}

function reachedFrom(index: Document, byName: ReadonlyMap<string, Document>): ReadonlySet<Document> {
  const reached = new Set([index])
  // A set that grows while it is gone through is gone through to its new end.
  for (const document of reached) {
    for (const name of namesIn(document)) {
      const other = byName.get(name)
      if (other) reached.add(other)
    }
  }
  return reached
}

/** The names that a memory may lead to: of its links, from its own folder and from the top, its references, and an index's words. */
function namesIn(document: Document): readonly string[] {
  const name = nameOf(document.path) ?? ''
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const links = document.links.map(({ target }) => plainName(target.split(/[?#]/, 1)[0] ?? ''))
  const all = [...links, ...referencesOf(document).map((one) => plainName(one.name)), ...wordsOf(document)]
  return [...all, ...all.map((one) => plainName(folder + one))]
}
