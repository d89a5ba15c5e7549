// Which bundles the command and the library consist of, and what they share.
import { existsSync, readdirSync } from 'node:fs'

/** Every layout: what of it is more than its claim is a bundle, which is loaded when the layout is in use. */
const LAYOUTS = readdirSync('src/layouts').filter(
  (id) => !id.startsWith('_') && existsSync(`src/layouts/${id}/layout.ts`),
)

/** The bundle of a layout among bundles that share their files. */
export const layoutBundle = (family) => (id) => `${family}-${id}`

const layoutBundles = (family) =>
  Object.fromEntries(LAYOUTS.map((id) => [layoutBundle(family)(id), `src/layouts/${id}/layout.ts`]))

/** What agents get of a layout: a bundle, which is loaded when an operation of it is called or listed. */
export const toolsBundle = (id) => `tools-${id}`

const WITH_TOOLS = LAYOUTS.filter((id) => existsSync(`src/layouts/${id}/for-agents.ts`))

const toolsBundles = Object.fromEntries(
  WITH_TOOLS.map((id) => [toolsBundle(id), `src/layouts/${id}/for-agents.ts`]),
)

/** Bundles that hold all they need: they start first and need little, or hold mostly a package of their own. */
export const ALONE = {
  main: 'src/bin.ts',
  hook: 'src/bin-hook.ts',
  'mcp-main': 'src/bin-mcp.ts',
  'check-main': 'src/bin-check.ts',
  'document-stage': 'src/engine/documents/document-stage.ts',
  find: 'src/cli/find.ts',
  rendered: 'src/cli/rendered.ts',
  'code-frame': 'src/reporters/code-frame.ts',
  'html-report': 'src/reporters/html-report.ts',
  porcelain: 'src/git/porcelain.ts',
  'shard-facts': 'src/ci/shards/shard-facts.ts',
  'parse-in-worker': 'src/engine/documents/parse-in-worker.ts',
  ky: 'node_modules/ky/distribution/index.js',
  stemmers: 'node_modules/snowball-stemmers/snowball-stemmers.js',
}

/**
 * Files of functions that few runs call, by the bundle that is loaded when one is called first: an index is read and built where a log or an
 * index changes, few memories hold JSON, and the rest is for `archive`, `report` and `rename-tag`.
 */
export const ON_CALL = {
  json: ['src/formats/json/json.ts'],
  search: ['src/operations/search/find.ts'],
  'layout-memory-index': [
    'src/layouts/workspace/memory-index/build-memory-index.ts',
    'src/layouts/workspace/memory-index/merge-memory-index.ts',
    'src/layouts/workspace/memory-index/read-index-file.ts',
  ],
  'layout-upkeep': [
    'src/formats/logs/archive-log.ts',
    'src/formats/tag-lists.ts',
    'src/layouts/workspace/overview.ts',
  ],
}

/**
 * Packages that most texts are read without. They have bundles of their own, which the others load when a text asks for one.
 */
export const PACKAGES = {
  yaml: 'node_modules/yaml/dist/index.js',
  unified: 'node_modules/unified/index.js',
  'remark-parse': 'node_modules/remark-parse/index.js',
  '@secretlint/secretlint-rule-preset-recommend':
    'node_modules/@secretlint/secretlint-rule-preset-recommend/module/index.js',
}

export const packageBundle = (name) => `package-${name.replace(/^.*\//, '')}`

/** Layouts that compare what texts say: most changes of other memory ask for none of that. */
const STATEMENTS = ['instructions', 'openclaw']

/**
 * A commit waits for these: with the chunks of the others it takes a twentieth more processor time. The second judgement is theirs and the
 * others', as every commit needs it where a baseline counts findings.
 */
export const COMMIT = {
  'judge-commit': 'src/commit/judge-commit.ts',
  restage: 'src/commit/restage.ts',
  'commit-second-judgement': 'src/engine/second-judgement.ts',
  ...layoutBundles('commit'),
}

export const COMMIT_CHUNKS = [
  ['commit-statements', STATEMENTS.map(layoutBundle('commit'))],
  ['commit', Object.keys(COMMIT)],
]

/** Bundles whose common files are in chunks. */
export const SHARING = {
  judge: 'src/engine/judge.ts',
  'judge-range': 'src/engine/judge-range.ts',
  'asked-history': 'src/engine/asked-history.ts',
  'work-tree': 'src/engine/work-tree.ts',
  'second-judgement': 'src/engine/second-judgement.ts',
  'left-out': 'src/commit/left-out.ts',
  'put-right': 'src/commit/put-right.ts',
  'fix-staged': 'src/commit/fix-staged.ts',
  'kept-items': 'src/engine/documents/kept-items.ts',
  'other-hooks': 'src/commit/other-hooks.ts',
  'parse-worker': 'src/engine/documents/parse-worker.ts',
  'settings-file': 'src/engine/settings/settings-file.ts',
  'merge-driver': 'src/cli/merge-driver.ts',
  'merge-texts': 'src/merge/merge-texts.ts',
  'merge-as-text': 'src/merge/merge-as-text.ts',
  'merge-derived-file': 'src/merge/merge-derived-file.ts',
  'search-memory': 'src/operations/search/search-memory.ts',
  vectors: 'src/operations/search/vectors.ts',
  agents: 'src/cli/agents.ts',
  mcp: 'src/cli/mcp.ts',
  ci: 'src/cli/ci.ts',
  migrate: 'src/cli/migrate.ts',
  report: 'src/cli/report.ts',
  'for-machines': 'src/cli/for-machines.ts',
  seldom: 'src/cli/seldom.ts',
  init: 'src/setup/init.ts',
  'preview-init': 'src/setup/preview-init.ts',
  uninstall: 'src/setup/uninstall.ts',
  doctor: 'src/setup/doctor/doctor.ts',
  codeowners: 'src/setup/codeowners.ts',
  'user-models': 'src/cli/user-models.ts',
  library: 'src/index.ts',
  remark: 'src/remark.ts',
  action: 'src/bin-action.ts',
  ...layoutBundles('layout'),
  ...toolsBundles,
}

const TOOLS = ['agents', 'library', 'mcp', ...Object.keys(toolsBundles)]
const SETUP = ['init', 'preview-init', 'uninstall', 'doctor', 'codeowners']
const CI = ['action', 'ci']
const MERGE = ['merge-driver', 'merge-texts', 'merge-as-text', 'merge-derived-file']
const RARE = [...SETUP, ...CI, 'migrate', 'seldom', 'report', 'for-machines', 'user-models']
const JUDGES = [
  'judge',
  'judge-range',
  'asked-history',
  'work-tree',
  'left-out',
  'put-right',
  'fix-staged',
  'kept-items',
  'second-judgement',
  'other-hooks',
  'search-memory',
  'vectors',
  'remark',
  ...MERGE,
]

/** What a plain check does not load. */
const NOT_JUDGE = [...JUDGES.filter((name) => name !== 'judge'), ...RARE, ...TOOLS]

/** The chunks, and which bundles load each. A file that several bundles use is in the first chunk that all of them load. */
export const CHUNKS = [
  ...WITH_TOOLS.map((id) => [`files-${id}`, [layoutBundle('layout')(id), toolsBundle(id)]]),
  ['statements', STATEMENTS.map(layoutBundle('layout'))],
  ['operations', TOOLS],
  ['migrations', [...CI, 'migrate']],
  ['merging', MERGE],
  ['more', RARE],
  ['more-with-tools', [...RARE, ...TOOLS]],
  ['markdown', ['parse-worker', 'merge-texts', ...CI, 'migrate']],
  ['yaml', ['settings-file', ...RARE, ...TOOLS]],
  ['engine-more', NOT_JUDGE],
  ['engine', ['judge', ...NOT_JUDGE]],
  ['layouts-more', [...NOT_JUDGE, ...Object.keys(layoutBundles('layout'))]],
  ['layouts', ['judge', ...NOT_JUDGE, ...Object.keys(layoutBundles('layout'))]],
  ['settings', Object.keys(SHARING).filter((name) => name !== 'parse-worker')],
  ['base', Object.keys(SHARING)],
]

/** Bundles that no step of the GitHub Action loads. */
const NOT_IN_ACTION =
  /^(?:agents|mcp|find|search|search-memory|vectors|user-models|ky|library|remark|main|hook|mcp-main|check-main|tools-[\w-]+)$/

/** Names of the bundles that the GitHub Action may load. */
export const IN_ACTION = [
  ...Object.keys(ALONE),
  ...Object.keys(ON_CALL),
  ...Object.keys(PACKAGES).map(packageBundle),
  ...Object.keys(SHARING),
].filter((name) => !NOT_IN_ACTION.test(name) && name !== 'action')
