import type { HookName } from '../../core/installed.ts'

/**
 * The lines of sh by which a hook finds out, without starting Node, whether it concerns memory: a function body that
 * gives 0 when it does, or when git cannot tell. `same` compares two trees below the memory's paths, `about` asks git
 * anything about them.
 */
export function concern(name: HookName): readonly string[] {
  return CONCERNS[name]
}

const CONCERNS: { readonly [name in HookName]: readonly string[] } = {
  'pre-commit': [
    'same --cached || return 0',
    '# A merge may have dropped all that the other side brought.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
    '[ -f "${GIT_DIR:-.git}/MERGE_HEAD" ] && ! same HEAD...MERGE_HEAD',
  ],
  'pre-merge-commit': [
    'same --cached || return 0',
    '# Git has no MERGE_HEAD yet: it names the other sides in variables.',
    "others=$(env | sed -n 's/^GITHEAD_\\([0-9a-f]*\\)=.*/\\1/p')",
    '[ -n "$others" ] || return 0',
    'for other in $others; do same "HEAD...$other" || return 0; done',
    'return 1',
  ],
  'pre-push': [
    'while read -r _ new _ old; do',
    '  case $new in *[!0]*) ;; *) continue ;; esac # a deletion',
    '  case $old in',
    '    *[!0]*) same "$old" "$new" && touched=$(commits "$new" "^$old") || return 0 ;;',
    '    *) touched=$(commits "$new") || return 0 ;;',
    '  esac',
    '  [ -z "$touched" ] || return 0',
    'done <<MEMKEEP',
    '$memkeep_stdin',
    'MEMKEEP',
    'return 1',
  ],
  'post-merge': ['! same ORIG_HEAD HEAD'],
  'post-checkout': ['[ "$3" = 1 ] && [ "$1" != "$2" ] && ! same "$1" "$2"'],
  'post-rewrite': [
    'while read -r old new _; do',
    '  [ -z "$new" ] || same "$old" "$new" || return 0',
    'done <<MEMKEEP',
    '$memkeep_stdin',
    'MEMKEEP',
    'return 1',
  ],
}
