import { MERGE_DRIVER_KEY, MERGE_SECTION } from '../../core/installed.ts'
import { literalPattern } from '../../core/path.ts'
import { findBinLines } from './shim.ts'

const NAME = `${MERGE_SECTION}.name`

/** What git calls the merge driver in its messages. */
const MERGE_NAME = 'memkeep: entry by entry'

const BEFORE = [
  'set -- %O %A %B %P %L;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  'rc=${XDG_CONFIG_HOME:-$HOME/.config}/memkeep/init.sh; if [ -f "$rc" ]; then . "$rc"; fi; ',
].join(' ')

const AFTER = [
  '; status=127; if command -v "$bin" >/dev/null; then "$bin" merge-driver -- "$@"; status=$?; fi;',
  // Any other end is none of its answers: it was killed, or never got to the files.
  'case $status in 0 | 1) exit $status ;; esac;',
  'git merge-file -q -L ours -L base -L theirs --marker-size="$5" "$2" "$1" "$3";',
  'echo "memkeep gave no answer, so $4 was merged as text only and is left as a conflict: look it through" >&2;',
  'exit 1',
].join(' ')

/**
 * Git's own settings that `init` makes, by key, where memkeep may be installed in `packages`. Git runs the driver in sh,
 * from the top of the work tree, with the path quoted. Where memkeep gives no answer the text is merged as git would, and
 * left as a conflict all the same: a clean merge of text may have fused two entries.
 */
export function mergeSettings(packages: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    [NAME, MERGE_NAME],
    [MERGE_DRIVER_KEY, `${BEFORE}${inOneLine(findBinLines(packages))}${AFTER}`],
  ])
}

/** Keys that `init` sets. */
export const MERGE_KEYS: readonly string[] = [NAME, MERGE_DRIVER_KEY]

/** True for a setting as memkeep makes it, wherever it was installed then. */
export function isOwnMergeSetting(key: string, value: string): boolean {
  return key === NAME ? value === MERGE_NAME : value.startsWith(BEFORE) && value.endsWith(AFTER)
}

/** Git replaces what follows a percent sign. */
function inOneLine(lines: readonly string[]): string {
  const line = lines.map((one) => one.trim()).join('; ')
  return line.replaceAll('; then; ', '; then ').replaceAll('%', '%%')
}

/**
 * The lines of `.gitattributes` that send files to the merge driver, and that keep the hook files readable for sh where
 * git is set to check out CRLF. `patterns`, in which only wildcards are not literal, and the paths `hookFiles` are relative
 * to the top of the repository.
 */
export function attributeLines(patterns: readonly string[], hookFiles: readonly string[]): readonly string[] {
  return [
    ...patterns.map((pattern) => `${quoted(pattern)} merge=memkeep`),
    ...hookFiles.map((path) => `${quoted(`/${literalPattern(path)}`)} text eol=lf`),
  ]
}

/** A path that a pattern of `.gitattributes` fits, for asking git what it makes of it. */
export function examplePath(pattern: string): string {
  return pattern.replace(/\\(.)|\*\*\/|\*/gs, (wildcard, literal?: string) => {
    return literal ?? (wildcard === '*' ? 'example' : 'example/')
  })
}

/** A pattern with white space, or what git would take for a comment, is written as a string of C. */
function quoted(pattern: string): string {
  if (!/[\s"]|^#/.test(pattern)) return pattern
  const inString = pattern.replace(/["\\\t\n\r]/g, (one) => ESCAPES[one] ?? `\\${one}`)
  return `"${inString}"`
}

const ESCAPES: { readonly [character: string]: string } = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }
