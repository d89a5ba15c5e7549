import { canRefuse, type HookName, readsStdin, SHIM_END, SHIM_START } from './installed.ts'
import { quoteForShell } from './messages.ts'
import { pathSpec } from './places.ts'

/** The variable in which a hook file says to memkeep, quoted by git, which places it asks git about. */
export const PLACES = 'MEMKEEP_PLACES'

/** The file in git's own directory that is there while hook files do not know all places: then every hook looks. */
export const BEHIND = 'behind'

/** The exit code of a hook that MEMKEEP_CANARY only asked whether it fires. */
export const CANARY_EXIT = 75

/**
 * The block of POSIX sh that calls memkeep from a git hook, ending with a line break. It comes first in a hook file
 * of sh, also under `sh -e`. It ends the file only to refuse, leaves no variable behind, and passes standard input on
 * to the commands after it. Nothing before it may read standard input or change the directory. `pathspecs` are the
 * paths and places of the memory from the top of the repository: a hook that touches none of them starts no
 * Node. `packages` are folders in which memkeep may be installed.
 */
export function shim(name: HookName, pathspecs: readonly string[], packages: readonly string[] = []): string {
  const lines = [
    SHIM_START,
    "# Keeps the agent's memory in order; `memkeep init` writes this block. MEMKEEP=0 skips it.",
    ...canary(name),
    ...(readsStdin(name) ? ['memkeep_stdin=$(cat) || exit'] : []),
    '(',
    ...indented([
      'set +eu',
      'unset IFS',
      SKIP,
      ...(name === 'pre-commit' ? SEEN : []),
      ...askGitLines(name, pathspecs, {
        leave: name === 'pre-commit' ? '{ seen; exit 0; }' : 'exit 0',
        but: NOT_BEHIND,
      }),
      ...calling(name, packages),
    ]),
    ') || exit $?',
    ...(readsStdin(name) ? HAND_ON : []),
    SHIM_END,
  ]
  return `${lines.join('\n')}\n`
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

export const SKIP = '[ "${MEMKEEP-}" = 0 ] && exit 0'

/** Git's piped input, as a here-document. */
const HERE = ['$memkeep_stdin', 'MEMKEEP']

/** Only a token of 16 to 64 hex digits is printed back. */
function canary(name: HookName): string[] {
  return [
    'case ${MEMKEEP_CANARY-} in',
    '  *[!0123456789abcdef]*) ;;',
    '  ????????????????*)',
    '    if [ ${#MEMKEEP_CANARY} -le 64 ]; then',
    `      echo "memkeep-canary $MEMKEEP_CANARY ${name}"`,
    `      exit ${CANARY_EXIT}`,
    '    fi',
    '    ;;',
    'esac',
  ]
}

/** Nothing is known to be the same while the places are not all known. */
const NOT_BEHIND = `[ ! -f "\${GIT_DIR:-.git}/memkeep/${BEHIND}" ] && `

/** When git fails, it is not known that nothing differs: then memkeep runs and reports the problem. */
export function askGitLines(
  name: HookName,
  pathspecs: readonly string[],
  { leave = 'exit 0', but = '' }: { readonly leave?: string; readonly but?: string } = {},
): string[] {
  const paths = pathspecs.map((spec) => quoteForShell(pathSpec(spec))).join(' ')
  return [
    'about() {',
    '  GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_LITERAL_PATHSPECS=0 \\',
    `    git -c core.fsmonitor=false "$@" -- ${paths} 2>/dev/null`,
    '}',
    `same() { ${but}about diff --quiet --no-ext-diff --no-renames --ignore-submodules=dirty "$@"; }`,
    ...(name === 'pre-push'
      ? ['commits() { about rev-list --full-history --max-count=1 "$@" --not --remotes; }']
      : []),
    ...(name === 'pre-commit' ? CITED : []),
    'concerned() {',
    ...indented(concern(name)),
    '}',
    `concerned${/\$[1-9]/.test(concern(name).join()) ? ' "$@"' : ''} || ${leave}`,
  ]
}

/** Says to the hook after the commit that this one has judged it. */
const SEEN = [
  'seen() {',
  '  own=${GIT_DIR:-.git}/memkeep',
  '  { [ -d "$own" ] || mkdir -p "$own"; echo >"$own/seen"; } 2>/dev/null',
  '}',
]

/** True where the commit takes away what memory cites, by the list that the last check left, or where there is no list. */
const CITED = [
  'gone() {',
  '  GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git -c core.fsmonitor=false -c core.quotePath=false \\',
  '    diff --cached --no-ext-diff --no-renames --diff-filter=D --ignore-submodules=dirty "$@" 2>/dev/null',
  '}',
  'cited() {',
  '  gone --quiet && return 1',
  '  list=$(git rev-parse --git-common-dir)/memkeep/cited',
  '  # The list has folders, and ends of paths: each path and every folder above it, and what they end with.',
  '  [ ! -f "$list" ] || gone --name-only | sed -n -e p -e :a -e "s|/[^/]*$||p" -e ta |',
  '    sed -n -e p -e :b -e "s|^[^/]*/||p" -e tb | grep -Fxqf "$list"',
  '}',
]

function calling(name: HookName, packages: readonly string[]): string[] {
  return [
    'rc=${XDG_CONFIG_HOME:-$HOME/.config}/memkeep/init.sh',
    '[ -f "$rc" ] && . "$rc"',
    SKIP,
    ...findBinLines(packages),
    'status=127',
    'if command -v "$bin" >/dev/null; then',
    `  ${PLACES}=$(about rev-parse --sq-quote) "$bin" hook ${name} -- "$@"${readsStdin(name) ? ' <<MEMKEEP' : ''}`,
    ...(readsStdin(name) ? HERE : []),
    '  status=$?',
    'fi',
    'case $status in 126 | 127)',
    `  install='${INSTALL}'`,
    `  [ -e .pnp.cjs ] && install='${INSTALL_PNP}'`,
    `  command -v node >/dev/null || install='${INSTALL_NODE}'`,
    ...notStarted(name).map((line) => `  echo "${line}" >&2`),
    ...(canRefuse(name) ? ['  status=127'] : ['  status=0']),
    'esac',
    ...(name === 'pre-commit' ? ['[ $status != 0 ] || seen'] : []),
    'exit $status',
  ]
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.

const INSTALL =
  'install the packages of this repository (npm ci, or pnpm, yarn or bun install), memkeep among them, or npm install --global with it, or set MEMKEEP_BIN to its path.'
/** Yarn's Plug'n'Play makes no folder of commands. */
const INSTALL_PNP =
  'hooks look in node_modules/.bin, which yarn does not make here. Set nodeLinker: node-modules in .yarnrc.yml and run yarn install, or npm install --global the same package, or set MEMKEEP_BIN to its path.'
/** Editors often start git without the PATH of a terminal. */
const INSTALL_NODE =
  'git finds no node on the PATH of its hooks. Install Node.js 20.19 or newer, or add its folder to PATH in ~/.config/memkeep/init.sh.'

/** What happened, and the command for each choice, for a person who may never have heard of memkeep. */
function notStarted(name: HookName): readonly string[] {
  const install = '$install'
  const remove =
    'To remove the hooks: install memkeep again, npx (or yarn) memkeep uninstall, and take it out of package.json.'
  if (!canRefuse(name)) {
    return [
      `memkeep could not be started, so no derived file was rebuilt. To rebuild them: ${install} ${remove}`,
    ]
  }
  const [what, kept] =
    name === 'pre-push' ? ['push', 'your commits are kept'] : ['commit', 'all of it stays staged']
  return [
    `memkeep could not be started to check the memory in this ${what}, so the ${what} was stopped; ${kept}.`,
    `To check it: ${install} To skip the check once: MEMKEEP=0 git ${what}. ${remove}`,
  ]
}

/** Git's piped input is passed on to the commands that follow. */
const HAND_ON = [
  'exec <<MEMKEEP',
  ...HERE,
  '[ -n "$memkeep_stdin" ] || exec </dev/null',
  'unset memkeep_stdin',
]

/** Here-documents must stay at the start of their lines. */
function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (HERE.includes(line) ? line : `  ${line}`))
}

/**
 * The lines of sh by which a hook finds out, without starting Node, whether memory is affected: a function body that
 * returns 0 when it is, or when git cannot say. `same` compares two trees below the memory's paths, `about` runs any
 * git command on them.
 */
function concern(name: HookName): readonly string[] {
  return CONCERNS[name]
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

const CONCERNS: { readonly [name in HookName]: readonly string[] } = {
  'pre-commit': [
    'same --cached || return 0',
    '# A merge may have dropped all that the other side brought.',
    '[ -f "${GIT_DIR:-.git}/MERGE_HEAD" ] && ! same HEAD...MERGE_HEAD && return 0',
    'cited',
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
  'post-commit': [
    '# Git asks no hook before a revert, a cherry-pick and a step of a rebase, which has a hook at its end.',
    '[ -d "${GIT_DIR:-.git}/rebase-merge" ] && return 1',
    'seen=${GIT_DIR:-.git}/memkeep/seen',
    'if [ -s "$seen" ]; then : >"$seen" && return 1; fi',
    '! same HEAD^ HEAD',
  ],
  'post-applypatch': ['[ -f "${GIT_DIR:-.git}/rebase-apply/rebasing" ] && return 1', '! same HEAD^ HEAD'],
  'post-merge': ['! same ORIG_HEAD HEAD'],
  'post-checkout': ['[ "$3" = 1 ] && [ "$1" != "$2" ] && ! same "$1" "$2"'],
  'post-rewrite': [
    'while read -r old new _; do',
    '  [ -z "$new" ] || same "$old" "$new" || return 0',
    'done <<MEMKEEP',
    '$memkeep_stdin',
    'MEMKEEP',
    '# A commit that is as before may have lost what it is put on.',
    'for onto in rebase-merge rebase-apply; do',
    '  onto=${GIT_DIR:-.git}/$onto/onto',
    '  [ -f "$onto" ] && read -r onto <"$onto" && ! same "$onto" HEAD && return 0',
    'done',
    'return 1',
  ],
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.

/** Where npm puts the command below a package. */
export const INSTALLED = 'node_modules/.bin/memkeep'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

/**
 * The lines of sh, run at the top of the work tree, that set `bin` to the program to call: MEMKEEP_BIN, what is
 * installed at the top, in a package below it or in the main work tree, else what PATH has.
 */
export function findBinLines(packages: readonly string[]): readonly string[] {
  const paths = packages.map((folder) => quoteForShell(`${folder}/${INSTALLED}`))
  const inMain = [INSTALLED, ...paths].map((path) => `"$main"/${path}`)
  return [
    `bin=\${MEMKEEP_BIN:-${INSTALLED}}`,
    'if [ -z "${MEMKEEP_BIN-}" ] && [ ! -x "$bin" ]; then',
    '  main=$(git rev-parse --git-common-dir)/..',
    `  for bin in ${[...paths, ...inMain, 'memkeep'].join(' ')}; do [ -x "$bin" ] && break; done`,
    'fi',
  ]
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.
