// Generated from the operations of layouts by `npm run generate`: do not edit.

/** Which part of memory, and what of it. */
export type ContextArguments = {
  readonly scope: MemoryScope
  /** What to return in addition to the defaults. Nothing when absent. */
  readonly topics?: readonly ContextTopic[] | undefined
  /** False on follow-up calls: leaves out the folder structure and the summaries of OVERVIEW files; memory metadata stays. */
  readonly include_defaults?: boolean | undefined
  /** What the entries of the topics must have; all filters together. */
  readonly filters?: {
    /** Plans with any of these statuses. */
    readonly status?: readonly ('new' | 'in_progress' | 'partial' | 'done' | 'abandoned')[] | undefined
    /** Entries and documents of any topic with any of these tags, exactly as memory_metadata names them. */
    readonly tags?: readonly string[] | undefined
    /** Decisions and lessons of this category, exactly as memory_metadata names it. */
    readonly category?: string | undefined
  } | undefined
  /** Most estimated tokens of the answer: the newest and most specific comes first, and what is left out is named by title and path. No limit when absent. */
  readonly token_budget?: number | undefined
}

/** What memory holds of the scope. Topics that were not asked for are absent; an empty list says that there is nothing. */
export type ContextData = {
  /** What could not be read, or is not as it should be: take it into account. */
  readonly notes?: readonly string[]
  /** Orientation. */
  readonly defaults: {
    /** What lies in the folder of the scope, two levels deep, as a tree; beyond 100 files and folders, what is cut is counted. */
    readonly folder_structure?: string
    /** The summary of every OVERVIEW.md in the scope. */
    readonly overviews_t0?: readonly OverviewSummary[]
    readonly memory_metadata: MemoryMetadata
  }
  /** The OVERVIEW.md of the scope itself, in full: one or none. */
  readonly overview?: readonly OverviewText[]
  /** Front matter of plans. */
  readonly plans?: readonly PlanSummary[]
  /** Front matter of documents. */
  readonly features?: readonly DocumentSummary[]
  /** Front matter of documents. */
  readonly spikes?: readonly DocumentSummary[]
  /** Front matter of documents. */
  readonly architecture?: readonly DocumentSummary[]
  /** Entries in full, the newest first. */
  readonly decisions?: readonly MemoryEntry[]
  /** Entries in full, the newest first. */
  readonly lessons?: readonly MemoryEntry[]
  /** What did not fit the token budget. */
  readonly left_out?: readonly {
    /** The topic, or the default, that it is missing in. */
    readonly section: string
    /** Where to read it. */
    readonly document_path: string
    /** What is missing, the most wanted first. */
    readonly titles: readonly string[]
    /** How many more are missing, where not even the titles fit. */
    readonly more?: number
  }[]
}

/** What of the memory of a workspace can be asked for in addition to the defaults. */
export type ContextTopic = 'overview' | 'plans' | 'features' | 'spikes' | 'architecture' | 'decisions' | 'lessons'

/** A document by its front matter. A field that it does not have is absent. */
export type DocumentSummary = {
  /** The name, for people. */
  readonly name: string
  /** One or two sentences. */
  readonly description?: string
  /** Words to filter by. */
  readonly tags?: readonly string[]
  readonly _meta: EntryMeta
}

/** Where the entry comes from; filters do not look at it. */
export type EntryMeta = {
  /** Its file, relative to the root of the repository. */
  readonly document_path: string
  /** A name that no other document or entry has. */
  readonly document_id: string
}

/** A decision or a lesson, in full. */
export type MemoryEntry = {
  /** The scope that it belongs to: `devtools/common`. */
  readonly scope: string
  /** YYYY-MM-DD */
  readonly date: string
  /** The title. */
  readonly title: string
  /** How it is classified. */
  readonly category?: string
  /** Words to filter by. */
  readonly tags?: readonly string[]
  /** The body, as Markdown. */
  readonly content: string
  readonly _meta: EntryMeta
}

/** What can be asked for of the whole workspace. */
export type MemoryMetadata = {
  /** The workspace of the scope. */
  readonly workspace: string
  /** The day of the newest entry; null without any. */
  readonly last_updated: string | null
  /** Tags of decisions and lessons. */
  readonly tags: readonly ({
    /** The tag, as `filters.tags` takes it. */
    readonly name: string
    /** What the tag means. */
    readonly description?: string
    /** Which files use it. */
    readonly used_in: readonly ('decisions' | 'lessons')[]
    /** How many entries use it. */
    readonly count: number
  })[]
  /** Categories of decisions and lessons. */
  readonly categories: readonly NameInUse[]
  /** Totals. */
  readonly summary: {
    /** Decisions of the workspace. */
    readonly total_decisions: number
    /** Lessons of the workspace. */
    readonly total_lessons: number
    /** Domains that have decisions or lessons. */
    readonly domains_with_memory: readonly string[]
  }
}

/** Whose memory: a workspace with everything below it, one of its domains, or one repository. */
export type MemoryScope = {
  /** The name of the workspace: a folder name, such as `devtools`. */
  readonly workspace: string
  /** The name of a domain of that workspace. All domains when absent. */
  readonly domain?: string | undefined
  /** The name of a repository of that domain. All repositories when absent. */
  readonly repository?: string | undefined
}

/** One category, and how many decisions and lessons have it. */
export type NameInUse = {
  /** The category, as `filters.category` takes it. */
  readonly name: string
  /** Which files use it. */
  readonly used_in: readonly ('decisions' | 'lessons')[]
  /** How many entries use it. */
  readonly count: number
}

/** An OVERVIEW.md by its front matter. */
export type OverviewSummary = {
  /** The scope that it belongs to: `devtools/common`. */
  readonly scope: string
  /** The name, for people. */
  readonly name?: string
  /** One or two sentences. */
  readonly description?: string
  /** Words to filter by. */
  readonly tags?: readonly string[]
  readonly _meta: EntryMeta
}

/** An OVERVIEW.md with its text. */
export type OverviewText = {
  /** The scope that it belongs to: `devtools/common`. */
  readonly scope: string
  /** The name, for people. */
  readonly name?: string
  /** One or two sentences. */
  readonly description?: string
  /** Words to filter by. */
  readonly tags?: readonly string[]
  /** YYYY-MM-DD */
  readonly updated?: string
  /** The text, as Markdown. */
  readonly content?: string
  readonly _meta: EntryMeta
}

/** A plan by its front matter. */
export type PlanSummary = {
  /** The name, for people. */
  readonly name: string
  /** One or two sentences. */
  readonly description?: string
  /** How far the plan has come. */
  readonly status?: string
  /** YYYY-MM-DD */
  readonly created?: string
  /** YYYY-MM-DD */
  readonly updated?: string
  /** Words to filter by. */
  readonly tags?: readonly string[]
  readonly _meta: EntryMeta
}

/** One decision or lesson. */
export type SaveArguments = {
  /** Whose memory it is: of a whole workspace, or of one of its domains. */
  readonly scope: {
    /** The name of the workspace: a folder name, such as `devtools`. */
    readonly workspace: string
    /** The name of a domain, for what matters in that domain alone. Repositories have no memory of their own: use their domain. */
    readonly domain?: string | undefined
  }
  /** `decision`: a choice and its reasons. `lesson`: what went wrong or was hard to find, and what to do. */
  readonly type: 'decision' | 'lesson'
  /** What was decided or learned, in one line: without a date and without `#` before it. */
  readonly title: string
  /** The text, as Markdown. A decision: what and why, and what was rejected. A lesson: what happened, the root cause, what to do differently. Headings with four `#` or more; no title, category, tags or closing `---`; no secrets. */
  readonly content: string
  /** A category in use, as memory_metadata names it. Of decisions: architecture, tooling, convention, dependency; of lessons: debugging, performance, configuration, integration. `general` when absent. */
  readonly category?: string | undefined
  /** What it is about, for later searches: names of technologies and topics, those in use first. */
  readonly tags?: readonly string[] | undefined
  /** Checks everything and shows the entry; writes nothing. */
  readonly dry_run?: boolean | undefined
  /** Saves it although an earlier entry has its title or nearly its text. Only after you read that entry. */
  readonly allow_duplicate?: boolean | undefined
}

/** Where the entry is, and what the memory index says now. */
export type SavedData = {
  /** False for a dry run. */
  readonly saved: boolean
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** The line of its heading. */
  readonly line: number
  /** The entry as it is written. */
  readonly entry: string
  /** What the memory index of the workspace says with the entry. */
  readonly index: {
    /** The file of the index. */
    readonly path: string
    /** The day of the newest entry. */
    readonly last_updated: string
    /** Decisions of the workspace. */
    readonly total_decisions: number
    /** Lessons of the workspace. */
    readonly total_lessons: number
    /** A category of the entry. */
    readonly category: {
      /** As the entry has it. */
      readonly name: string
      /** How many entries of the workspace have it now. */
      readonly count: number
    }
    /** The tags of the entry. */
    readonly tags: readonly {
      /** As the entry has it. */
      readonly name: string
      /** How many entries of the workspace have it now. */
      readonly count: number
    }[]
  }
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}
