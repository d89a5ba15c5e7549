import fc from 'fast-check'
import type {
  Archiving,
  EntryChanges,
  NewLearning,
  NewSnippet,
  Progress,
  Update,
} from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { anyCharacter } from '../../../helpers/any-character.ts'

const WORDS = [
  'run',
  'the',
  'https://example.org/a:b',
  'because',
  'KL-1',
  'VC-2',
  '=>',
  '- ',
  '```',
  'ADD:',
  'KEY_LEARNINGS:',
  '(none)',
  '日本',
  '🙂',
  '\u00a0',
  '#',
]

const piece = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: anyCharacter, maxLength: 8 }))

/** Text on one line with nothing around it. */
const oneLine = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) =>
    pieces
      .join(' ')
      .replaceAll(/[\n\v\f\r\u0085\u2028\u2029]/g, ' ')
      .trim(),
  )
  .filter((text) => text !== '')

const bullet = oneLine.filter((text) => !/^(?:\(none\)|no change\.?)$/i.test(text))

/** A reason ends at a colon that starts no `://`. */
const reason = oneLine.map((text) => text.replaceAll(/:(?!\/\/)/g, ';'))

const label = oneLine.map((text) => text.replaceAll('=>', '->').trim()).filter((text) => text !== '')

const snippetLine = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '  ',
    '\t',
    '\r',
    'x\r',
    '  x',
    '    x  ',
    '\tx',
    ' \tx',
    '- y',
    '    - because a: b => c',
    '```',
    'KEY_LEARNINGS:',
    '  ADD:',
    'VERBATIM_CONTEXT:',
    '(none)',
    'a => b',
  ),
  fc.string({ unit: anyCharacter, maxLength: 10 }),
)

/** Any text at all that is not blank. */
export const snippet = fc
  .oneof(
    fc.array(snippetLine, { minLength: 1, maxLength: 7 }).map((lines) => lines.join('\n')),
    fc.array(snippetLine, { minLength: 2, maxLength: 5 }).map((lines) => lines.join('\r\n')),
    fc.string({ unit: anyCharacter, maxLength: 60 }),
  )
  .filter((text) => /[^ \t\r\n]/.test(text))

const progress: fc.Arbitrary<Progress> = fc.record({
  completed: fc.array(bullet, { maxLength: 3 }),
  in_progress: fc.array(bullet, { minLength: 1, maxLength: 3 }),
  remaining: fc.array(bullet, { maxLength: 3 }),
})

function archivings(prefix: string): fc.Arbitrary<Archiving[]> {
  const id = fc.integer({ min: 1, max: 12 }).map((number) => `${prefix}-${number}`)
  return fc.uniqueArray(fc.record({ id, reason: oneLine }), { maxLength: 3, selector: (one) => one.id })
}

function changes<T>(added: fc.Arbitrary<T>, prefix: string): fc.Arbitrary<EntryChanges<T>> {
  return fc.record({ add: fc.array(added, { maxLength: 3 }), archive: archivings(prefix) })
}

const learning: fc.Arbitrary<NewLearning> = fc.record({ reason, insight: oneLine })
const newSnippet: fc.Arbitrary<NewSnippet> = fc.record({ reason, label, snippet })

/** A valid update, each part of it there or not. */
export const update: fc.Arbitrary<Update> = fc.record({
  progress: fc.option(progress),
  learnings: fc.option(changes(learning, 'KL')),
  verbatim: fc.option(changes(newSnippet, 'VC')),
})

/** Ways to write one and the same update. */
export type Style = {
  readonly indent: '  ' | '\t'
  /** The mark of an empty list: nothing, or `(none)` in one of its places. */
  readonly empty: 'omitted' | 'header' | 'below' | 'same-line' | 'bullet'
  readonly blankLines: boolean
  readonly trailing: string
  readonly mark: string
  readonly finalBreak: boolean
  /** Sections in another order. */
  readonly reversed: boolean
}

export const style: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom('  ', '\t'),
  empty: fc.constantFrom('omitted', 'header', 'below', 'same-line', 'bullet'),
  blankLines: fc.boolean(),
  trailing: fc.constantFrom('', ' ', '\t ', '   '),
  mark: fc.constantFrom('', '\uFEFF'),
  finalBreak: fc.boolean(),
  reversed: fc.boolean(),
})
