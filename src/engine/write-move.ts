import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import { applyWritePlan, type Expected, type WriteResult, type Writing } from '../fs/write-plan.ts'
import { type Project, writingIn } from '../snapshot/project.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'

/** A move between files, and the derived files that follow from it. */
export type Move = {
  /** What is added comes before what is taken away. */
  readonly move: WritePlan
  readonly rebuild: WritePlan
  readonly before: Expected
}

/**
 * Writes a move so that nothing is ever missing: file by file in the order of its plan, and if one cannot be written, those
 * before it are put back as they were and the rest is left alone.
 */
export function writeMove(
  project: Project,
  { move, rebuild, before }: Move,
  writing: Pick<Writing, 'fs' | 'confirm'> = {},
): WriteResult {
  const how = { ...writingIn(project), ...writing }
  const apply = (plan: WritePlan, expected: Expected): WriteResult =>
    applyWritePlan(project.root, plan, expected, how)
  const done: [string, PlannedFile][] = []
  for (const one of move) {
    const { refused } = apply(new Map([one]), before)
    if (refused.length > 0) {
      const undone = done.map((written) => apply(undo(written, before), expected(written)))
      return { written: [], refused: [...refused, ...undone.flatMap((result) => result.refused)] }
    }
    done.push(one)
  }
  const { written, refused } = apply(rebuild, before)
  return { written: [...done.map(([path]) => path), ...written], refused }
}

function undo([path]: [string, PlannedFile], before: Expected): WritePlan {
  const bytes = before.get(path)
  return new Map([[path, bytes ? { kind: 'text', text: textOfBytes(bytes) } : { kind: 'delete' }]])
}

function expected([path, file]: [string, PlannedFile]): Expected {
  return new Map([[path, file.kind === 'text' ? Buffer.from(file.text) : null]])
}
