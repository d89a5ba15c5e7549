import type { PlannedFile, WritePlan } from '../core/write-plan.ts'

/** Writes one file. */
export function planText(path: string, text: string): WritePlan {
  return new Map([[path, { kind: 'text', text }]])
}

/** Moves a file with a new text. The file at its new place is written before the old one goes: a move that stops loses nothing. */
export function planMove(from: string, to: string, text: string): WritePlan {
  return new Map<string, PlannedFile>([
    [to, { kind: 'text', text }],
    [from, { kind: 'delete' }],
  ])
}

/** Takes one file away, as at the end of a move that was stopped. */
export function planDelete(path: string): WritePlan {
  return new Map([[path, { kind: 'delete' }]])
}
