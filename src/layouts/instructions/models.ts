import type { LoadLimit } from '../../formats/loading.ts'

/** Which files an agent loads by itself, and how much of them it reads. */
export type LoaderModel = {
  readonly agent: string
  /** Kinds of its own: one such file shows that the agent is used here. */
  readonly own: readonly string[]
  /** Kinds that it loads as well, when it is used. */
  readonly also: readonly string[]
  /**
   * `chain`: the file of every folder from the top down to the one that is worked in, and of no other. `top`: the files of the
   * top alone.
   */
  readonly folders: 'chain' | 'top'
  /** It loads what its files import with `@path`. */
  readonly imports?: true
  /** What the limit is for: each file, or all that is loaded together, the first file first. */
  readonly spans: 'file' | 'all'
  /** Null where the vendor names none. */
  readonly limit: LoadLimit | null
}

/** Every agent whose files are known, with its limit, where that is from, and when it was looked up. */
export const MODELS: readonly LoaderModel[] = [
  {
    agent: 'Codex',
    own: ['agents-md'],
    also: [],
    folders: 'chain',
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
    own: ['claude-md', 'claude-rule'],
    also: [],
    folders: 'chain',
    imports: true,
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
    own: ['gemini-md'],
    also: [],
    folders: 'chain',
    imports: true,
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Copilot',
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
    agent: 'Cursor',
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
    own: ['kiro-steering'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Cline',
    own: ['cline-rule'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Roo Code',
    own: ['roo-rule', 'roo-mode-rule'],
    also: ['agents-md'],
    folders: 'top',
    spans: 'file',
    limit: null,
  },
  {
    agent: 'Qwen Code',
    own: ['qwen-md'],
    also: ['agents-md'],
    folders: 'chain',
    imports: true,
    spans: 'file',
    limit: null,
  },
]
