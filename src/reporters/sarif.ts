import type { Location, Log, Notification, Region, ReportingDescriptor, Result, Run } from 'sarif'
import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import { safeText } from '../core/messages.ts'
import type { Report } from '../core/report.ts'
import type { Rule } from '../core/rule.ts'
import type { Place, Replacement } from '../core/text.ts'
import { safeJson } from './json.ts'
import { markdownFence } from './markdown-text.ts'
import { countedBySeverity, shownAdvice, shownText, worstFirst } from './wording.ts'

/** What SARIF needs in addition to the report. */
export type SarifContext = {
  /** The version of memkeep. */
  readonly version: string
  /** Every rule there is, each once. */
  readonly rules: readonly Rule[]
  /** Ids that findings keep while lines move. */
  readonly fingerprints: ReadonlyMap<Diagnostic, string>
  /** Fixes of findings, as splices of the finding's file. */
  readonly fixes: ReadonlyMap<Diagnostic, readonly Replacement[]>
  /** Mark each finding as new, or as present in the snapshot before. */
  readonly markNew: boolean
}

/** The most results of one run that GitHub shows. */
const MOST_RESULTS = 5_000

/** Paths are relative to the root of the repository, which only the reader knows. */
const ROOT = '%SRCROOT%'

/** The findings that SARIF holds, in total order: the worst and newest when there are too many. */
export function sarifListed({ diagnostics }: Report): readonly Diagnostic[] {
  if (diagnostics.length <= MOST_RESULTS) return diagnostics
  const listed = new Set(worstFirst(diagnostics).slice(0, MOST_RESULTS))
  return diagnostics.filter((one) => listed.has(one))
}

/** The report as SARIF 2.1.0, in one run. A notification counts the findings that do not fit. */
export function sarif(report: Report, context: SarifContext): string {
  const listed = sarifListed(report)
  const ids = new Map(context.rules.map(({ id }, index) => [id, index]))
  const run: Run = {
    tool: {
      driver: { name: 'memkeep', version: context.version, rules: context.rules.map(sarifRule) },
    },
    invocations: [
      { executionSuccessful: true, toolExecutionNotifications: leftOut(report, new Set(listed)) },
    ],
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    results: listed.map((one) => resultOf(one, ids.get(one.rule), context)),
  }
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run] }
  return safeJson(log)
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

function leftOut({ diagnostics }: Report, listed: ReadonlySet<Diagnostic>): Notification[] {
  const left = diagnostics.filter((one) => !listed.has(one))
  if (left.length === 0) return []
  return [
    {
      level: 'warning',
      message: { text: `${left.length} more are not listed: ${countedBySeverity(left)}.` },
    },
  ]
}

function resultOf(one: Diagnostic, ruleIndex: number | undefined, context: SarifContext): Result {
  const { fingerprints, fixes, markNew } = context
  const fingerprint = fingerprints.get(one)
  const replacements = fixes.get(one) ?? []
  return {
    ruleId: one.rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: SARIF_LEVELS[one.severity],
    message: { text: literal(shownAdvice(one)) },
    locations: [locationOf(one)],
    ...(fingerprint === undefined ? {} : { partialFingerprints: { 'memkeep/v1': fingerprint } }),
    ...(markNew ? { baselineState: one.new ? 'new' : 'unchanged' } : {}),
    ...(replacements.length === 0 ? {} : { fixes: [fixOf(one, replacements)] }),
  }
}

function fixOf(one: Diagnostic, replacements: readonly Replacement[]): NonNullable<Result['fixes']>[number] {
  return {
    description: { text: literal(shownText(one.help)) },
    artifactChanges: [
      {
        artifactLocation: { uri: uriOf(one.path), uriBaseId: ROOT },
        replacements: replacements.map(({ place, text }) => ({
          deletedRegion: regionOf(place),
          insertedContent: { text },
        })),
      },
    ],
  }
}

/** GitHub takes no result without a location: the repository as a whole is its root. */
function locationOf(one: Diagnostic): Location {
  const artifactLocation = { uri: uriOf(one.path), uriBaseId: ROOT }
  if (one.path === '.') return { physicalLocation: { artifactLocation } }
  return { physicalLocation: { artifactLocation, region: regionOf(one) } }
}

function regionOf({ line, column, endLine, endColumn }: Place): Region {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

/** A path as a relative reference: every character beyond the unreserved ones is encoded. */
function uriOf(path: string): string {
  if (path === '.') return './'
  return path
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}

/** Escapes text for messages of SARIF, where `[a](b)` is a link and `{0}` an argument. */
function literal(text: string): string {
  const plain = text.includes('](') ? text.replaceAll(/[\\[\]]/g, '\\$&') : text
  return plain.replaceAll(/\{(\d+)\}/g, '{{$1}}')
}

/** SARIF's names of severities. */
const SARIF_LEVELS: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/** A rule with its texts in SARIF's form, for readers without a terminal. */
function sarifRule({ id, summary, why, howToFix, severity, example }: Rule): ReportingDescriptor {
  const parts = [why, `To fix: ${howToFix}`]
  return {
    id,
    shortDescription: { text: sentence(summary) },
    fullDescription: { text: sentence(why) },
    help: {
      text: parts.join('\n\n'),
      markdown: [
        why,
        `**To fix:** ${howToFix}`,
        'Not accepted:',
        markdownFence(example.bad),
        'Accepted:',
        markdownFence(example.good),
      ].join('\n\n'),
    },
    defaultConfiguration: { level: SARIF_LEVELS[severity] },
  }
}

/** Turns a rule's summary, which has a small first letter and no full stop, into a sentence. */
function sentence(text: string): string {
  const plain = safeText(text)
  const ended = /[.!?]$/.test(plain) ? plain : `${plain}.`
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}
