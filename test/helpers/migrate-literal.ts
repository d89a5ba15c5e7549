import type { FileHistory, Migration, MigrationPlan, TextFile, UnreadFile } from '../../src/core/migration.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/core/settings.ts'
import { type LiteralFile, literalSnapshot, type SnapshotFile } from '../../src/core/snapshot.ts'
import { applyEdits } from '../../src/core/text.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { decodeText } from '../../src/formats/decode-text.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import type { Files } from './check-literal.ts'

/** What a migration is planned with; every part has a default. */
export type MigrateOptions = {
  readonly choices?: readonly string[]
  /** The text of a settings file. */
  readonly settings?: string
  readonly today?: string
  readonly history?: { readonly [path: string]: FileHistory }
}

/** Plans a migration on texts in memory. */
export function planLiteral(migration: Migration, files: Files, options: MigrateOptions = {}): MigrationPlan {
  const { choices = [], today = '2026-03-01', history = {} } = options
  const settings =
    options.settings === undefined
      ? DEFAULT_SETTINGS
      : readSettings(options.settings, 'memkeep.yaml', { layouts, rules })
  const present = literalSnapshot(files).files
  return migration.plan({
    files: [...present.values()].flatMap((file) => {
      const unread = unreadFile(file, settings)
      return migration.wants(unread, settings) ? textFile(unread, files[file.path]) : []
    }),
    present,
    settings,
    history: new Map(Object.entries(history)),
    derived: new Map(),
    choices: new Set(choices),
    today,
  })
}

/** The texts after a plan. Throws where the plan breaks its own promises. */
export function withChanges(files: Files, { sets }: MigrationPlan): Files {
  const after = new Map<string, LiteralFile>(Object.entries(files))
  for (const change of sets.flat()) {
    const { path } = change
    const before = after.get(path)
    if (change.kind === 'create' || change.kind === 'link') {
      if (before !== undefined) throw new Error(`${path} is there already`)
      after.set(path, change.kind === 'create' ? change.text : { link: change.target })
      continue
    }
    if (before === undefined) throw new Error(`${path} is not there`)
    if (change.kind === 'delete') after.delete(path)
    else if (change.kind === 'derive') after.set(path, change.text)
    else if (typeof before === 'string') after.set(path, applyEdits(before, change.edits))
    else throw new Error(`${path} is no text`)
  }
  return Object.fromEntries(after)
}

function unreadFile({ path, mode }: SnapshotFile, settings: Settings): UnreadFile {
  for (const { id, claim } of amongLayoutsOn(layouts)) {
    const claimed = claim(path, mode, settings)
    if (claimed) return { path, layout: id, ...claimed }
  }
  return { path, layout: '', kind: '', scope: '' }
}

/** A link is given, by its target, only where links are what is kept. */
function textFile(unread: UnreadFile, file: LiteralFile | undefined): TextFile[] {
  if (typeof file === 'string') return [{ ...unread, text: file }]
  if (file instanceof Uint8Array) {
    const decoded = decodeText(file)
    return 'problem' in decoded ? [] : [{ ...unread, text: decoded.text }]
  }
  const isLinkKind = layouts.some(({ kinds }) =>
    kinds.some(({ id, format }) => id === unread.kind && format === 'link'),
  )
  return file && 'link' in file && isLinkKind ? [{ ...unread, text: file.link }] : []
}
