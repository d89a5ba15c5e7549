import { isUtf8 } from 'node:buffer'
import type { PlannedFile } from '../core/write-plan.ts'
import { type PathState, stateId } from '../fs/undo-record.ts'

/** The name of the state that a write leaves. */
export function plannedId(file: PlannedFile): string {
  const bytes = plannedBytes(file)
  if (bytes === null) return stateId({ kind: 'nothing' })
  return stateId(file.kind === 'link' ? { kind: 'link', bytes } : { kind: 'file', bytes, executable: false })
}

/** The bytes that a write leaves, a link's target for a link; null for a deletion, and where nothing is planned. */
export function plannedBytes(file: PlannedFile | undefined): Uint8Array | null {
  if (!file || file.kind === 'delete') return null
  return Buffer.from(file.kind === 'link' ? file.target : file.text)
}

/** The write that brings a state back; null for bytes that no text stands for. */
export function restoring(state: PathState): PlannedFile | null {
  if (state.kind === 'nothing') return { kind: 'delete' }
  if (!isUtf8(state.bytes)) return null
  const text = Buffer.from(state.bytes).toString('utf8')
  return state.kind === 'link'
    ? { kind: 'link', target: text }
    : { kind: 'text', text, executable: state.executable }
}

/** The bytes of a state, as a write expects them. */
export function bytesIn(state: PathState): Uint8Array | null {
  return state.kind === 'nothing' ? null : state.bytes
}
