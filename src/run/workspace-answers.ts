/** Where an entry comes from. */
export type EntryMeta = {
  /** Its file, relative to the root of the repository. */
  readonly document_path: string
  /** A name that no other document or entry has. */
  readonly document_id: string
}

/** What the front matter of a document says of it; a field that it does not have is absent. */
export type DocumentSummary = {
  readonly name: string
  /** One or two sentences. */
  readonly description?: string
  readonly tags?: readonly string[]
  readonly _meta: EntryMeta
}

/** A plan by its front matter. */
export type PlanSummary = DocumentSummary & {
  /** As it stands there: `in_progress`. */
  readonly status?: string
  /** `YYYY-MM-DD` */
  readonly created?: string
  /** `YYYY-MM-DD` */
  readonly updated?: string
}

/** An OVERVIEW.md by its front matter. */
export type OverviewSummary = Omit<DocumentSummary, 'name'> & {
  /** The scope that it belongs to: `devtools/common`. */
  readonly scope: string
  readonly name?: string
}

/** An OVERVIEW.md with its text. */
export type OverviewText = OverviewSummary & {
  /** `YYYY-MM-DD` */
  readonly updated?: string
  /** Markdown; absent where it could not be read. */
  readonly content?: string
}

/** A decision or a lesson, in full. */
export type MemoryEntry = {
  /** The scope that it belongs to: `devtools/common`. */
  readonly scope: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly title: string
  readonly category?: string
  readonly tags?: readonly string[]
  /** Markdown. */
  readonly content: string
  readonly _meta: EntryMeta
}

/** A tag or a category, and how many decisions and lessons have it. */
export type NameInUse = {
  readonly name: string
  readonly used_in: readonly ('decisions' | 'lessons')[]
  readonly count: number
}

/** What the decisions and lessons of a whole workspace have: what can be filtered by. */
export type MemoryMetadata = {
  readonly workspace: string
  /** The day of the newest entry, as `YYYY-MM-DD`; null without any. */
  readonly last_updated: string | null
  /** `description`: what the tag means. */
  readonly tags: readonly (NameInUse & { readonly description?: string })[]
  readonly categories: readonly NameInUse[]
  readonly summary: {
    readonly total_decisions: number
    readonly total_lessons: number
    readonly domains_with_memory: readonly string[]
  }
}

/** What `getContext` found. Topics that were not asked for are absent; an empty list says that there is nothing. */
export type ContextData = {
  /** What could not be read, or is not as it should be. */
  readonly notes?: readonly string[]
  readonly defaults: {
    /** A tree of the scope's folder, as text. */
    readonly folder_structure?: string
    readonly overviews_t0?: readonly OverviewSummary[]
    readonly memory_metadata: MemoryMetadata
  }
  /** The OVERVIEW.md of the scope itself: one or none. */
  readonly overview?: readonly OverviewText[]
  readonly plans?: readonly PlanSummary[]
  readonly features?: readonly DocumentSummary[]
  readonly spikes?: readonly DocumentSummary[]
  readonly architecture?: readonly DocumentSummary[]
  /** The newest first. */
  readonly decisions?: readonly MemoryEntry[]
  /** The newest first. */
  readonly lessons?: readonly MemoryEntry[]
  /** What did not fit the token budget, by document. */
  readonly left_out?: readonly {
    /** The topic, or the default, that it is missing in. */
    readonly section: string
    readonly document_path: string
    readonly titles: readonly string[]
    /** How many more are missing, where not even the titles fit. */
    readonly more?: number
  }[]
}

/** What `saveMemory` saved, or would by a dry run. */
export type SavedData = {
  /** False for a dry run. */
  readonly saved: boolean
  /** The log, relative to the root of the repository. */
  readonly path: string
  /** The line of the entry's heading. */
  readonly line: number
  /** The entry as it is written. */
  readonly entry: string
  /** What the memory index of the workspace says with the entry. */
  readonly index: {
    readonly path: string
    /** `YYYY-MM-DD` */
    readonly last_updated: string
    readonly total_decisions: number
    readonly total_lessons: number
    readonly category: { readonly name: string; readonly count: number }
    readonly tags: readonly { readonly name: string; readonly count: number }[]
  }
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}
