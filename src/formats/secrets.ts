import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types'
import type { Range, SecretHit } from '../core/source.ts'
import { once } from '../core/text.ts'
import { fingerprint } from './hash.ts'
import { labelledSecrets } from './labelled-secrets.ts'
import { MARKS, withoutMarks } from './marks-in-words.ts'
import { isPlaceholder, mayHoldSecret, PATTERNS } from './secret-patterns.ts'

const PREFIX = '@secretlint/secretlint-rule-'

/**
 * Left out: `filter-comments` would let a comment in memory silence every detector without a reason; `gcp` reads the file
 * from disk instead of the text it is given (the private key in its JSON is found by `privatekey`); the two of addresses
 * know few schemes, and do not see where an address ends.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(
  ['filter-comments', 'gcp', 'basicauth', 'database-connection-string'].map((name) => PREFIX + name),
)

const detectors = once(() => rules.filter(({ meta }) => !LEFT_OUT.has(meta.id)))

/** No detector treats files of this name specially, unlike `.npmrc` and `package.json`. */
const PLAIN_PATH = /\.md$/i

/** What a detector would say about a secret is not wanted: it quotes the secret. */
const UNSAID = { message: '', messageId: '', data: undefined }

/**
 * Finds tokens, private keys and passwords in a text, by secretlint's recommended detectors and by patterns for what they
 * miss. Placeholders and examples are none. In source order; where two find the same, it is one. The path informs a detector
 * what kind of file it looks at.
 */
export function findSecrets(text: string, path: string): SecretHit[] {
  return PLAIN_PATH.test(path) && !mayHoldSecret(text) ? [] : everySecret(text, path)
}

/** The same without a look ahead: each detector reads every text, and where marks of Markdown are within words also without them. */
export function everySecret(text: string, path: string): SecretHit[] {
  const found = MARKS.test(text)
    ? [...realSecrets(text, path), ...behindMarks(text, path)]
    : realSecrets(text, path)
  found.sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end)
  return joined(found).map((one) => ({
    ...one,
    fingerprint: fingerprint(text.slice(one.range.start, one.range.end)),
  }))
}

function realSecrets(text: string, path: string): Candidate[] {
  const candidates = [...bySecretlint(text, path), ...byPatterns(text), ...byLabels(text)]
  return candidates.filter(
    ({ detector, range }) => !isPlaceholder(detector, text.slice(range.start, range.end)),
  )
}

/** Secrets that escapes, emphasis or code marks split, in their places. */
function behindMarks(text: string, path: string): Candidate[] {
  const plain = withoutMarks(text)
  return realSecrets(plain.text, path).map(({ detector, range: { start, end } }) => ({
    detector,
    range: { start: plain.placeOf(start), end: plain.placeOf(end - 1) + 1 },
  }))
}

/**
 * The text with a star for every character of a secret: its lines, columns and length stay. A text that was written as JSON,
 * for a terminal or for a runner has escapes, which must not be taken for the letter before a secret.
 */
export function redactSecrets(text: string): string {
  const shown = withStars(text, text)
  return withStars(
    shown,
    shown.replace(ESCAPE, (written) => ' '.repeat(written.length)),
  )
}

const ESCAPE = /\\+(?:[nrtbf]|u[0-9A-Fa-f]{4})|%[0-9A-Fa-f]{2}|\p{Cc}\[[\d;]*m/gu

/** Stars in a text where secrets are in another one of its length. */
function withStars(text: string, searched: string): string {
  let shown = ''
  let at = 0
  for (const { range } of everySecret(searched, ANY_TEXT)) {
    shown += text.slice(at, range.start) + text.slice(range.start, range.end).replace(/\S/g, '*')
    at = range.end
  }
  return shown + text.slice(at)
}

/** No file name: no detector treats the text specially. */
const ANY_TEXT = 'text.md'

type Candidate = { readonly detector: string; readonly range: Range }

function bySecretlint(text: string, path: string): Candidate[] {
  const found: Candidate[] = []
  const source = sourceOf(text, path)
  for (const { meta, create } of detectors()) {
    const detector = meta.id.slice(PREFIX.length)
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => () => UNSAID,
      report: ({ range: [start, end] }) => {
        found.push({ detector, range: detector === 'aws' ? awsKey(text, start) : { start, end } })
      },
      ignore: () => undefined,
    }
    create(context, {}).file?.(source)
  }
  return found
}

function byPatterns(text: string): Candidate[] {
  return PATTERNS.flatMap(({ detector, pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      detector,
      range: { start: index, end: index + length },
    })),
  )
}

function byLabels(text: string): Candidate[] {
  return labelledSecrets(text).map((range) => ({ detector: 'random value behind a label', range }))
}

/** Candidates that overlap are one secret, under the first one's name. */
function joined(candidates: readonly Candidate[]): Candidate[] {
  const all: Candidate[] = []
  for (const one of candidates) {
    const last = all.at(-1)
    if (!last || one.range.start >= last.range.end) all.push(one)
    else if (one.range.end > last.range.end) {
      all[all.length - 1] = { ...last, range: { start: last.range.start, end: one.range.end } }
    }
  }
  return all
}

/** The `aws` detector gives the start of the whole assignment, and the key's length from there: this is the key. */
function awsKey(text: string, start: number): Range {
  const key = /(?<=[=:]>?\s*["']?)[A-Za-z0-9/+]{40}/g
  key.lastIndex = start
  const found = key.exec(text)
  return found ? { start: found.index, end: key.lastIndex } : { start, end: start + AWS_KEY }
}

const AWS_KEY = 40

/** The part of secretlint's source that its detectors look at; positions are only asked for by what is left out. */
function sourceOf(text: string, path: string): SecretLintSourceCode {
  const extension = /\.[^./]*$/.exec(path)?.[0] ?? ''
  const source = {
    content: text,
    filePath: path,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: extension,
    hasBOM: text.startsWith('\ufeff'),
  } satisfies Partial<SecretLintSourceCode>
  return source as unknown as SecretLintSourceCode
}
