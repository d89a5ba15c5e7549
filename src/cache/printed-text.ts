import { type Packed, packedFile } from './checked-file.ts'

/** What is printed of the findings of one file, and what else its text depends on. */
export type PrintedBlock = BlockFacts & { readonly text: string }

type BlockFacts = {
  readonly path: string
  /** The parts that have findings of the file: none where they are not known. Absent before it is kept. */
  readonly parts?: readonly string[]
  /** Findings that get a frame where there is room, and those that got one. */
  readonly framable: number
  readonly framed: number
  /** Help that is printed here, and help that is not because a file before has it. */
  readonly helps: readonly string[]
  readonly helpedBefore: readonly string[]
}

/** The findings of the last report as they were printed. Losing it costs time only. */
export type PrintedText = {
  /** Null unless exactly this was printed last; `form` names how. */
  get(form: string): string | null
  /** The blocks of the earlier state, where these were printed last in that form; else none. */
  before(form: string): readonly PrintedBlock[]
  put(form: string, blocks: readonly PrintedBlock[]): void
}

/** A block without its text, and how long that is. */
type Row = BlockFacts & { readonly length: number }

/** Opens the text in git's directory of one work tree; `state` names all that the report depends on, `earlier` what it was. */
export function openPrintedText(
  gitDir: string,
  version: string,
  { state, earlier }: { readonly state: string; readonly earlier: string | null },
): PrintedText {
  const file = packedFile(gitDir, 'last-printed', version)
  const keyOf = (state: string, form: string): string => JSON.stringify([state, form])
  let read: readonly Packed[] | null | undefined
  const find = (state: string | null, form: string) => {
    read ??= file.read()
    const [key, text, rows] = read ?? []
    return state !== null && key && text && rows && key() === keyOf(state, form) ? { text, rows } : null
  }
  return {
    get: (form) => {
      const found = find(state, form)
      return found && String(found.text())
    },
    before: (form) => {
      const found = find(earlier, form)
      return found ? blocksIn(String(found.text()), found.rows() as readonly Row[]) : []
    },
    put: (form, blocks) => {
      const rows: Row[] = blocks.map(({ text, ...rest }) => ({ ...rest, length: text.length }))
      file.write([keyOf(state, form), blocks.map(({ text }) => text).join(''), rows])
    },
  }
}

function blocksIn(all: string, rows: readonly Row[]): readonly PrintedBlock[] {
  let at = 0
  return rows.map(({ length, ...rest }) => {
    at += length
    return { ...rest, text: all.slice(at - length, at) }
  })
}
