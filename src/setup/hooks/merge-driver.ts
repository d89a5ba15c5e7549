import { MERGE_DRIVER_KEY, MERGE_SECTION } from '../../core/installed.ts'
import { literalPattern } from '../../core/path.ts'
import { findBinLines } from '../../core/shim.ts'
import { CONFIRMED_FILE } from '../../formats/citations/confirmed.ts'

const NAME = `${MERGE_SECTION}.name`

/** The name of the merge driver in git's messages. */
const MERGE_NAME = 'memkeep: entry by entry'

const BEFORE = [
  'set -- %O %A %B %P %L;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  'rc=${XDG_CONFIG_HOME:-$HOME/.config}/memkeep/init.sh; if [ -f "$rc" ]; then . "$rc"; fi; ',
].join(' ')

const AFTER = [
  '; status=127; if command -v "$bin" >/dev/null; then "$bin" merge-driver -- "$@"; status=$?; fi;',
  // Any other status is no answer: memkeep was killed, or did not reach the files.
  'case $status in 0 | 1) exit $status ;; esac;',
  'git merge-file -q -L ours -L base -L theirs --marker-size="$5" "$2" "$1" "$3";',
  'echo "memkeep gave no answer, so $4 was merged as text only and is left as a conflict: look it through" >&2;',
  'exit 1',
].join(' ')

/**
 * The git settings that `init` makes, by key; memkeep may be installed in `packages`. Git runs the driver in sh, at
 * the top of the work tree, with the path quoted. Without an answer of memkeep the text is merged as git would and
 * still left as a conflict: a clean merge of text may have fused two entries.
 */
export function mergeSettings(packages: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    [NAME, MERGE_NAME],
    [MERGE_DRIVER_KEY, `${BEFORE}${inOneLine(findBinLines(packages))}${AFTER}`],
  ])
}

/** Keys that `init` sets. */
export const MERGE_KEYS: readonly string[] = [NAME, MERGE_DRIVER_KEY]

/** True for a setting as memkeep makes it, for any place of installation. */
export function isOwnMergeSetting(key: string, value: string): boolean {
  return key === NAME ? value === MERGE_NAME : value.startsWith(BEFORE) && value.endsWith(AFTER)
}

/** Git expands percent signs, so they are doubled. */
function inOneLine(lines: readonly string[]): string {
  const line = lines.map((one) => one.trim()).join('; ')
  return line.replaceAll('; then; ', '; then ').replaceAll('%', '%%')
}

/**
 * The lines of `.gitattributes` that send files to the merge driver, that merge confirmations line by line, and that keep hook files readable for sh where
 * git checks out CRLF. In `patterns` only wildcards are not literal; they and `hookFiles` are relative to the top of
 * the repository.
 */
export function attributeLines(patterns: readonly string[], hookFiles: readonly string[]): readonly string[] {
  return [
    ...patterns.map(mergeLine),
    ...(patterns.length + hookFiles.length > 0 ? [`/${CONFIRMED_FILE} merge=union`] : []),
    ...hookFiles.map((path) => `${quoted(`/${literalPattern(path)}`)} text eol=lf`),
  ]
}

/** The line that sends the files of a pattern to the merge driver. */
export function mergeLine(pattern: string): string {
  return `${quoted(pattern)} merge=memkeep`
}

/** A path that a pattern of `.gitattributes` matches, to ask git about its attributes. */
export function examplePath(pattern: string): string {
  return pattern.replace(/^\//, '').replace(/\\(.)|\*\*\/|\*/gs, (wildcard, literal?: string) => {
    return literal ?? (wildcard === '*' ? 'example' : 'example/')
  })
}

/** A pattern with white space, or one that git would read as a comment, is written as a C string. */
function quoted(pattern: string): string {
  if (!/[\s"]|^#/.test(pattern)) return pattern
  const inString = pattern.replace(/["\\\t\n\r]/g, (one) => ESCAPES[one] ?? `\\${one}`)
  return `"${inString}"`
}

const ESCAPES: { readonly [character: string]: string } = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }
