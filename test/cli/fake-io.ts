import type { Io } from '../../src/cli/command.ts'

/** A process that only remembers what was printed. */
export type FakeIo = Io & { readonly printed: { out: string; err: string } }

/** Prints into strings; the clock is at noon of 2026-03-09, the directory is `/repo`. */
export function fakeIo(
  changes: Partial<Io> & { readonly columns?: number; readonly isTTY?: boolean } = {},
): FakeIo {
  const printed = { out: '', err: '' }
  const { columns, isTTY, ...rest } = changes
  const terminal = { ...(columns !== undefined && { columns }), ...(isTTY !== undefined && { isTTY }) }
  return {
    printed,
    stdout: {
      ...terminal,
      write: (text) => {
        printed.out += text
      },
    },
    stderr: {
      write: (text) => {
        printed.err += text
      },
    },
    stdin: async () => '',
    env: {},
    cwd: '/repo',
    now: () => new Date(2026, 2, 9, 12),
    ...rest,
  }
}
