import type { LoadLimit } from '../../formats/loading.ts'
import type { ImportGrammar } from './imports.ts'

/** Which files an agent loads by itself, and how much of them it reads. */
export type LoaderModel = {
  readonly agent: string
  /** The newest version whose requests were read, which is what the model says; null where it is what the vendor's documentation says. */
  readonly seen: string | null
  /** Kinds of its own: one such file shows that the agent is used here. */
  readonly own: readonly string[]
  /** Kinds that it loads as well, when it is used. */
  readonly also: readonly string[]
  /**
   * The names that it looks for, from the folder that they are for: groups in the order in which they load, and in each the order
   * in one folder. Case counts, unless a pattern says otherwise. Absent for what was not seen: then the kinds say which.
   */
  readonly names?: readonly (readonly RegExp[])[]
  /**
   * `chain`: the file of every folder from the top down to the one that is worked in, and of no other. `top`: the files of the
   * top alone.
   */
  readonly folders: 'chain' | 'top'
  /** Which folder comes first; the top where it is absent. `top-then-up`: the top, then the nearest. */
  readonly order?: 'up' | 'top-then-up'
  /** Of each folder it reads only the first of its names. */
  readonly isFirstOnly?: true
  /** A kind that is loaded only where none of the other kind is in the chain. */
  readonly instead?: { readonly kind: string; readonly of: string }
  /** It loads files about some paths, or without any, into every conversation: kinds for which this holds. */
  readonly always?: readonly string[]
  /** Its settings in a repository, which change what it loads, from the folder that they are for. */
  readonly settings?: {
    readonly path: string
    /** Those of every folder above count, the nearest first; else those of the folder that it is started in. */
    readonly isChain?: true
    /** Names in them come after its own, or are a further group of their own, sorted with its own, or replace its own. */
    readonly names?: 'after' | 'with' | 'for'
  }
  /** The imports that it follows; none where it is absent. */
  readonly imports?: ImportGrammar
  /** What the limit is for: each file, or all that is loaded together, the first file first. */
  readonly spans: 'file' | 'all'
  /** Null where none was seen, and the vendor names none. */
  readonly limit: LoadLimit | null
}

const AGENTS_MD = /^AGENTS\.md$/

const CLAUDE_MD = /^CLAUDE\.md$/

/** Nothing that ends so is imported. */
const NOTHING = /^$/

/** Every agent whose files are known, with its limit, where that is from, and when it was looked up. */
export const MODELS: readonly LoaderModel[] = [
  {
    agent: 'Codex',
    seen: '0.171.0',
    own: ['agents-md'],
    also: ['claude-md', 'gemini-md', 'qwen-md'],
    names: [[/^AGENTS\.override\.md$/, AGENTS_MD]],
    folders: 'chain',
    isFirstOnly: true,
    settings: { path: '.codex/config.toml', isChain: true, names: 'after' },
    spans: 'all',
    limit: {
      most: 32_768,
      unit: 'bytes',
      keeps: 'start',
      standing: 'enforced',
      source: 'project_doc_max_bytes in the documentation of Codex',
      asOf: '2026-08',
    },
  },
  {
    agent: 'Claude Code',
    seen: '2.1.332',
    own: ['claude-md', 'claude-rule'],
    also: ['agents-md'],
    names: [[CLAUDE_MD, /^\.claude\/CLAUDE\.md$/, /^\.claude\/rules\//, /^CLAUDE\.local\.md$/, AGENTS_MD]],
    folders: 'chain',
    instead: { kind: 'agents-md', of: 'claude-md' },
    settings: { path: '.claude/settings.json' },
    imports: {
      kinds: ['claude-md', 'claude-rule', 'agents-md'],
      deepest: 4,
      before: '',
      strips: null,
      inside: [],
      isMarkdown: true,
      refuses: /\.mdc$/i,
      asksOutside: true,
    },
    spans: 'file',
    limit: {
      most: 200,
      unit: 'lines',
      keeps: 'start',
      standing: 'advice',
      source: 'the documentation of Claude Code, which loads longer files whole',
      asOf: '2026-08',
    },
  },
  {
    agent: 'Gemini CLI',
    seen: '0.61.0',
    own: ['gemini-md'],
    also: ['agents-md', 'claude-md', 'qwen-md'],
    names: [[/^GEMINI\.md$/]],
    folders: 'chain',
    settings: { path: '.gemini/settings.json', names: 'with' },
    imports: {
      kinds: ['gemini-md', 'agents-md', 'claude-md', 'qwen-md'],
      deepest: 5,
      before: '',
      strips: null,
      inside: ['comment', 'indented'],
      refuses: /^[^a-z./]/i,
    },
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Copilot in the editor',
    seen: null,
    own: ['copilot-instructions', 'copilot-scoped'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: {
      most: 4000,
      unit: 'characters',
      keeps: 'start',
      standing: 'withdrawn',
      source: 'the documentation of Copilot code review, until early 2026',
      asOf: '2026-08',
    },
  },
  {
    agent: 'Copilot CLI',
    seen: '1.0.102',
    own: ['copilot-instructions', 'copilot-scoped'],
    also: ['agents-md', 'claude-md', 'gemini-md', 'claude-rule'],
    // It looks for these names in any case.
    names: [
      [/^\.github\/copilot-instructions\.md$/],
      [/^AGENTS\.md$/i, /^CLAUDE\.md$/i, /^GEMINI\.md$/i],
      [/^\.claude\/rules\//],
      [/^\.github\/instructions\/.*\.instructions\.md$/],
    ],
    folders: 'chain',
    order: 'top-then-up',
    always: ['copilot-scoped', 'claude-rule'],
    imports: {
      kinds: ['agents-md', 'claude-md'],
      deepest: null,
      before: '(["',
      strips: /[)\]".,:;!?]+$/,
      inside: ['comment', 'indented'],
      refuses: NOTHING,
    },
    spans: 'file',
    limit: null,
  },
  {
    agent: 'opencode',
    seen: '1.18.33',
    own: ['opencode-settings'],
    also: ['agents-md', 'claude-md'],
    names: [[AGENTS_MD, CLAUDE_MD]],
    folders: 'chain',
    order: 'up',
    instead: { kind: 'claude-md', of: 'agents-md' },
    settings: { path: 'opencode.json' },
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Cursor',
    seen: null,
    own: ['cursor-rule', 'cursor-legacy'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: {
      most: 500,
      unit: 'lines',
      keeps: 'start',
      standing: 'advice',
      source: 'the documentation of Cursor, which loads longer rules whole',
      asOf: '2026-08',
    },
  },
  {
    agent: 'Windsurf',
    seen: null,
    own: ['windsurf-rule', 'windsurf-legacy'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: {
      most: 12_000,
      unit: 'characters',
      keeps: 'start',
      standing: 'withdrawn',
      source: 'reports about Windsurf, whose documentation does not name it everywhere',
      asOf: '2026-08',
    },
  },
  {
    agent: 'Kiro',
    seen: null,
    own: ['kiro-steering'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Cline',
    seen: null,
    own: ['cline-rule'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Roo Code',
    seen: null,
    own: ['roo-rule', 'roo-mode-rule'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Junie',
    seen: null,
    own: ['junie-guidelines'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Qwen Code',
    seen: '0.24.4',
    own: ['qwen-md'],
    also: ['agents-md', 'claude-md', 'gemini-md'],
    names: [[/^QWEN\.md$/], [AGENTS_MD]],
    folders: 'chain',
    settings: { path: '.qwen/settings.json', names: 'for' },
    imports: {
      kinds: ['qwen-md', 'agents-md', 'claude-md', 'gemini-md'],
      deepest: 5,
      before: '',
      strips: null,
      inside: ['comment'],
      refuses: /^[^a-z./]/i,
    },
    spans: 'file',
    limit: null,
  },
]
