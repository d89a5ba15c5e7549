/** The name of the merge driver's section in git's settings. */
export const MERGE_SECTION = 'merge.memkeep'

/** What git calls the merge driver in its messages. */
const MERGE_NAME = 'memkeep: entry by entry'

/**
 * Git runs this in sh, from the top of the work tree, with the path quoted. Where memkeep gives no answer the text is
 * merged as git would, and left as a conflict all the same: a clean merge of text may have fused two entries.
 */
const MERGE_COMMAND = [
  'set -- %O %A %B %P %L;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  'rc=${XDG_CONFIG_HOME:-$HOME/.config}/memkeep/init.sh; if [ -f "$rc" ]; then . "$rc"; fi;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  'bin=${MEMKEEP_BIN:-node_modules/.bin/memkeep};',
  'if [ -z "$MEMKEEP_BIN" ] && [ ! -x "$bin" ]; then',
  'bin=$(git rev-parse --git-common-dir)/../node_modules/.bin/memkeep;',
  '[ -x "$bin" ] || bin=memkeep;',
  'fi;',
  'status=127; if command -v "$bin" >/dev/null; then "$bin" merge-driver -- "$@"; status=$?; fi;',
  // Any other end is none of its answers: it was killed, or never got to the files.
  'case $status in 0 | 1) exit $status ;; esac;',
  'git merge-file -q -L ours -L base -L theirs --marker-size="$5" "$2" "$1" "$3";',
  'echo "memkeep gave no answer, so $4 was merged as text only and is left as a conflict: look it through" >&2;',
  'exit 1',
].join(' ')

/** Git's own settings that `init` makes, by key. */
export const MERGE_SETTINGS: ReadonlyMap<string, string> = new Map([
  [`${MERGE_SECTION}.name`, MERGE_NAME],
  [`${MERGE_SECTION}.driver`, MERGE_COMMAND],
])
