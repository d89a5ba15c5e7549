import type { JsonObject } from '../../core/json.ts'
import { UserError } from '../../core/messages.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import { decodeText } from '../../formats/decode-text.ts'

/** Where settings come from. */
export type SettingsSource = {
  /** The snapshot that is checked: its own settings file holds for it. */
  readonly snapshot: Snapshot
  readonly cwd: string
  /** `--config`: a file on disk, relative to `cwd`, instead of the snapshot's. */
  readonly config?: string | undefined
  /** Where the snapshot has its settings, if not in `memkeep.yaml`. */
  readonly path?: string | undefined
  /** For a work tree: its directory on disk. */
  readonly root?: string | undefined
  /** The top of the work tree on disk, where packages are installed. */
  readonly top: string
  /** Files that settings extend are read from the disk, as the snapshot does not list them. */
  readonly extendedOnDisk?: boolean
  /** What is checked, where these are the settings of an earlier side. */
  readonly present?: Snapshot
  /** Rules that the environment turns off (`MEMKEEP_SKIP`). */
  readonly skip: readonly string[]
  /** Options of layouts for this call alone. */
  readonly override?: JsonObject | undefined
}

/** A settings file that was read. */
export type SettingsText = { readonly path: string; readonly text: string }

/** The settings file of a snapshot; null where it has none. Throws `UserError` for one that cannot be read. */
export async function inSnapshot(snapshot: Snapshot, path: string): Promise<SettingsText | null> {
  const mode = snapshot.files.get(path)?.mode
  if (mode === undefined) return null
  if (mode !== 'file' && mode !== 'executable')
    throw new UserError(`${path} is a ${mode === 'link' ? 'symlink' : mode}, not a regular file`)
  const content = (await snapshot.read([path])).get(path)
  if (!content || 'failure' in content) {
    throw new UserError(`${path} cannot be read: ${content?.failure ?? 'no content'}`)
  }
  return { path, text: settingsTextOf(content.bytes, path) }
}

/** Far more than settings need, and read in a moment. */
const MOST_BYTES = 1024 * 1024

/** The bytes of a settings file as text. Throws `UserError` for too many, and for what is not UTF-8. */
export function settingsTextOf(bytes: Uint8Array, path: string): string {
  if (bytes.length > MOST_BYTES)
    throw new UserError(
      `${path} is too large for settings: ${bytes.length} bytes`,
      'Settings may have 1 MiB.',
    )
  const decoded = decodeText(bytes)
  if ('problem' in decoded) throw new UserError(`${path} is not valid UTF-8`, 'Save it as UTF-8.')
  return decoded.text
}
