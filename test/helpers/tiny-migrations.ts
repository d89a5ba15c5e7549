import type { Migration } from '../../src/core/migration.ts'

const STAMP = 'stamped\n'

/** Puts a line on top of every `.note`; one with the word "odd" in it is left to a person. */
export const stamp: Migration = {
  id: '0001-stamp',
  summary: 'Stamp every note.',
  choices: { loud: 'stamps in capitals' },
  wants: ({ path }) => path.endsWith('.note'),
  plan: ({ files, choices }) => {
    const line = choices.has('loud') ? STAMP.toUpperCase() : STAMP
    const open = files.filter(({ text }) => !text.toLowerCase().includes(STAMP))
    return {
      sets: open
        .filter(({ text }) => !text.includes('odd'))
        .map(({ path }) => [
          {
            kind: 'edit',
            path,
            edits: [{ start: 0, end: 0, text: line }],
            values: [
              { field: 'stamp', value: line.trim(), evidence: { kind: 'guess', why: 'nothing says it' } },
            ],
          },
        ]),
      forPerson: open
        .filter(({ text }) => text.includes('odd'))
        .map(({ path }) => ({ path, line: 1, what: 'it is odd: stamp it by hand' })),
    }
  },
}

/** Takes the text of every `X.part` into `X.note`, and the part away. */
export const fold: Migration = {
  id: '0002-fold',
  summary: 'Fold parts into their notes.',
  wants: ({ path }) => /\.(?:note|part)$/.test(path),
  plan: ({ files }) => {
    const texts = new Map(files.map(({ path, text }) => [path, text]))
    return {
      sets: files.flatMap(({ path, text }) => {
        const note = path.replace(/part$/, 'note')
        const present = texts.get(note)
        if (!path.endsWith('.part')) return []
        const end = present?.length ?? 0
        const kept =
          present === undefined
            ? ({ kind: 'create', path: note, text, values: [] } as const)
            : ({ kind: 'edit', path: note, edits: [{ start: end, end, text }], values: [] } as const)
        return [[kept, { kind: 'delete', path, values: [] }]]
      }),
      forPerson: [],
    }
  },
}

/** Makes a folder with a list and a link to it; runs only when it is named. */
export const list: Migration = {
  id: '0003-list',
  summary: 'List the notes.',
  onlyNamed: true,
  wants: ({ path }) => path.endsWith('.note'),
  plan: ({ files, present }) => ({
    sets: present.has('made/here/list')
      ? []
      : [
          [
            {
              kind: 'create',
              path: 'made/here/list',
              text: files.map(({ path }) => `${path}\n`).join(''),
              values: [],
            },
            { kind: 'link', path: 'made/link', target: 'here/list', values: [] },
          ],
        ],
    forPerson: [],
  }),
}

export const TINY: readonly Migration[] = [stamp, fold, list]
