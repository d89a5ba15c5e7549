import type { Colors } from 'picocolors/types'
import type { Diagnostic } from '../core/diagnostic.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { PlannedText } from '../core/write-plan.ts'
import { unifiedDiffs } from './unified-diff.ts'
import { counted } from './wording.ts'

/** What an import did, or would do. */
type ImportOutcome = {
  readonly target: string
  readonly folders: readonly {
    readonly folder: string
    readonly of: string
    readonly label: string
    readonly left: readonly { readonly name: string; readonly reason: string }[]
  }[]
  readonly files: readonly {
    readonly label: string
    readonly name: string
    readonly outcome: 'new' | 'same' | 'index'
    readonly as: string
  }[]
  readonly secrets: readonly string[]
  readonly changes: readonly PlannedText[]
  readonly write: boolean
  readonly written: readonly string[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  readonly findings: readonly Diagnostic[]
  readonly stage: string | null
}

const SHOWN_FINDINGS = 10

/** Each folder with its files, what is not imported and why, and what to do next. */
export function importText(outcome: ImportOutcome, colors: Colors): string {
  const { folders, files, secrets, changes, write, refused, findings } = outcome
  const parts = [
    ...folders.map(({ folder, of, label, left }) => [
      `${colors.bold(safePath(folder))}${of === folder ? '' : `, of ${safePath(of)}`}`,
      ...files.filter((file) => file.label === label).map(fileLine),
      ...left.map(
        ({ name, reason }) => `  ${colors.yellow('left')}   ${safePath(name)}: ${safeText(reason)}`,
      ),
    ]),
    secrets.map((path) => `${colors.yellow('secrets')} in ${safePath(path)} are stars in the copy`),
    write ? [] : unifiedDiffs(changes, colors),
    refused.map(({ path, reason }) => `${colors.red('left')}  ${safePath(path)}: ${safeText(reason)}`),
    findings
      .slice(0, SHOWN_FINDINGS)
      .map(({ path, line, message }) => `check would report ${safePath(path)}:${line}: ${safeText(message)}`),
    closing(outcome),
  ]
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${shown.join('\n\n')}\n`
}

function fileLine({ name, outcome, as }: ImportOutcome['files'][number]): string {
  if (outcome === 'new') return `  new    ${safePath(name)} → ${safePath(as)}`
  if (outcome === 'index') return `  lines  ${safePath(name)} → ${safePath(as)}`
  return `  same   ${safePath(name)}: ${safePath(as)} has it already`
}

function closing({ target, changes, write, written, stage }: ImportOutcome): readonly string[] {
  if (changes.length === 0) return ['Nothing is new: the repository has all of it.']
  if (!write) {
    return [
      `Nothing was written. memkeep import --from claude --write writes ${counted(changes.length, 'file')} into ${target}/.`,
    ]
  }
  return [
    `${counted(written.length, 'file')} written into ${target}/. memkeep migrate --revert takes them back.`,
    ...(stage === null ? [] : [`Read them, and stage them: ${stage}`]),
  ]
}
