// Generated from the operations of layouts by `npm run generate`: do not edit.

/** One memory. */
export type AddRecordArguments = {
  /** How long it is kept. `working` when absent; `durable` is refused: promote the record. */
  readonly scope?: 'session' | 'working' | 'durable' | undefined
  /** What sort of memory it is: procedures and notes stay out of `durable`. */
  readonly kind: 'fact' | 'decision' | 'procedure' | 'note'
  /** One line that says it all, with the words that a later search will have. */
  readonly summary: string
  /** The memory itself, complete. No secrets. */
  readonly content: string
  /** Words to filter by: `crm`, `odata`. */
  readonly tags?: readonly string[] | undefined
  /** What it is about: tables, modules, services, as they are spelled there. */
  readonly entities?: readonly string[] | undefined
  /** How sure it is, from 0 to 1. 0.5 when absent. */
  readonly confidence?: number | undefined
  /** Where it came from: a file, a person, a test run. The caller when absent. */
  readonly source?: string | undefined
  /** Saves it although another record has this content, if any other field differs. */
  readonly allow_duplicate?: boolean | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The row. */
export type AddedDecision = {
  /** The id of the row. */
  readonly id: string
  /** The same: what `load_memory_detail` takes. */
  readonly memory_id: string
  /** What `load_memory_detail` takes as `file`. */
  readonly file: string
  /** The index of the project, relative to the root of the repository. */
  readonly path: string
  /** The project has this title with this text: that row is named. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** The row. */
export type AddedPattern = {
  /** The id of the row. */
  readonly id: string
  /** The same: what `load_memory_detail` takes. */
  readonly memory_id: string
  /** What `load_memory_detail` takes as `file`. */
  readonly file: string
  /** The index of the project, relative to the root of the repository. */
  readonly path: string
  /** The project has this title with this text: that row is named. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** What became of it. */
export type AddedRecord = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The record. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** Its scope. */
  readonly scope: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
  /** The record that has this content already: nothing was saved. */
  readonly duplicate_of?: string
}

/** One memory, whole. */
export type AgentMemoryRecord = {
  /** Its id. */
  readonly id: string
  /** How long it is kept. */
  readonly scope: string
  /** What sort of memory it is. */
  readonly kind: string
  /** One line that says it all. */
  readonly summary: string
  /** The memory itself: information, not instructions to follow. */
  readonly content: string
  /** Words to filter by. */
  readonly tags?: readonly string[]
  /** What it is about. */
  readonly entities?: readonly string[]
  /** How sure it is, from 0 to 1. */
  readonly confidence?: number
  /** Where it came from. */
  readonly source?: string
  /** When it was written. */
  readonly created_at?: string
  /** When it was last changed. */
  readonly updated_at?: string
  /** When it was last found. */
  readonly last_used_at?: string | null
  /** The version of the form. */
  readonly schemaVersion?: number
  /** How well it matches. */
  readonly score?: number
  /** What the score consists of. */
  readonly explain?: { readonly [key: string]: number }
}

/** What became of it. */
export type AppliedUpdate = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The task. */
  readonly task: string
  /** Its state, relative to the root of the repository. */
  readonly path: string
  /** What became of each section that was given. */
  readonly sections: { readonly [key: string]: 'applied' | 'unchanged' | 'refused' | 'failed' }
  /** Ids of new entries. */
  readonly added: readonly string[]
  /** Ids of entries that hold no longer. */
  readonly archived: readonly string[]
  /** What was not applied. */
  readonly refused: readonly RefusedPart[]
  /** What changed, as the log has it. */
  readonly diff?: string
  /** Ids of entries that the log did not record: it does now. */
  readonly recovered?: readonly string[]
  /** A digest of the progress as it is now, to give with the next update. */
  readonly base: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
}

/** The task, and what is to be applied. */
export type ApplyUpdateArguments = {
  /** The task, by the name of its folder. */
  readonly task: string
  /** Names of *.dsl files in the folder of the task. Each is applied once, and stays. */
  readonly files?: readonly string[] | undefined
  /** The update: any of the three sections. */
  readonly update?: string | undefined
  /** Answers of models, each for its own section: what they say around it is left out. */
  readonly sections?: {
    /** The answer for CURRENT_PROGRESS. */
    readonly progress?: string | undefined
    /** The answer for KEY_LEARNINGS. */
    readonly learnings?: string | undefined
    /** The answer for VERBATIM_CONTEXT. */
    readonly verbatim?: string | undefined
  } | undefined
  /** The digest of the progress that the writer saw: another one is not overwritten. */
  readonly base?: string | undefined
  /** All or nothing: without it, what can be applied is applied, and the rest is listed. */
  readonly strict?: boolean | undefined
  /** Applies a text that was applied before. */
  readonly again?: boolean | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** One entry. */
export type ArchiveEntryArguments = {
  /** The task, by the name of its folder. */
  readonly task: string
  /** The entry: `KL-3`, `VC-1`. */
  readonly id: string
  /** Why it no longer holds, in one sentence. */
  readonly because: string
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type ArchiveMemoryArguments = {
  /** The id of the item, as search_memory and list_memories give it. */
  readonly id: string
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type ArchiveMemoryData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

/** What became of it. */
export type ArchivedEntry = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The task. */
  readonly task: string
  /** Its state, relative to the root of the repository. */
  readonly path: string
  /** What became of each section that was given. */
  readonly sections: { readonly [key: string]: 'applied' | 'unchanged' | 'refused' | 'failed' }
  /** Ids of new entries. */
  readonly added: readonly string[]
  /** Ids of entries that hold no longer. */
  readonly archived: readonly string[]
  /** What was not applied. */
  readonly refused: readonly RefusedPart[]
  /** What changed, as the log has it. */
  readonly diff?: string
  /** Ids of entries that the log did not record: it does now. */
  readonly recovered?: readonly string[]
  /** A digest of the progress as it is now, to give with the next update. */
  readonly base: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
}

/** A model that was asked. */
export type AskedModel = {
  /** The section. */
  readonly role: string
  /** The name of the model in the file of the user. */
  readonly model: string
  /** How often it was asked. */
  readonly requests: number
  /** Tokens that it read, where it says so. */
  readonly input_tokens?: number
  /** Tokens that it wrote, where it says so. */
  readonly output_tokens?: number
  /** How long it took. */
  readonly seconds: number
}

/** Which scope. */
export type CompactRecordsArguments = {
  /** The scope that is looked at. */
  readonly scope: 'session' | 'working' | 'durable'
  /** Archives the duplicates. False when absent: it only reports. */
  readonly apply?: boolean | undefined
  /** With `apply`: shows the changes and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** What was found and done. */
export type CompactionResult = {
  /** Records were archived. */
  readonly saved: boolean
  /** The version of the report. */
  readonly schemaVersion?: number
  /** Only reported, or done. */
  readonly mode: 'report' | 'apply'
  /** The scope that was looked at. */
  readonly scope: string
  /** When it began. */
  readonly started_at?: string
  /** When it ended. */
  readonly finished_at?: string
  /** Records that were looked at. */
  readonly records: number
  /** Files of the scope that are no record. */
  readonly malformed: readonly string[]
  /** Records of identical content and kind. */
  readonly same: readonly {
    /** The record that stays. */
    readonly keep: string
    /** Those that go to the archive. */
    readonly archive: readonly string[]
  }[]
  /** Pairs that say nearly the same: they are left alone. */
  readonly near: readonly {
    /** The two records. */
    readonly ids: readonly string[]
    /** How much of their words they share. */
    readonly similarity: number
  }[]
  /** What was moved. */
  readonly moved: readonly {
    /** Where it was. */
    readonly from: string
    /** Where it is. */
    readonly to: string
  }[]
  /** What was not done. */
  readonly failed: readonly {
    /** The record. */
    readonly id: string
    /** Why. */
    readonly reason: string
  }[]
  /** Estimated tokens of the scope before. */
  readonly tokens_before?: number
  /** Estimated tokens of the scope after. */
  readonly tokens_after?: number
  /** The file of the report; null where none was written. */
  readonly report: string | null
  /** `degraded`: the memory can only be read. */
  readonly status?: 'ok' | 'degraded'
  /** Why it can only be read. */
  readonly reason?: string
}

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
  /** What the task is about, in words. Orders what the topics hold by relevance instead of by date, so that `token_budget` keeps what answers it best. Nothing is left out because of it. By date when absent. */
  readonly query?: string | undefined
  /** Most estimated tokens of the answer: the newest and most specific comes first, or with `query` what answers it best, and what is left out is named by title and path. No limit when absent. */
  readonly token_budget?: number | undefined
}

/** The technical context. */
export type ContextCounts = {
  /** How many frameworks, languages and libraries. */
  readonly tech_stack: number
  /** 1 where it is said, else 0. */
  readonly architecture_style: number
  /** How many key dependencies. */
  readonly dependencies: number
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
  /** Entries in full, the newest first, or with `query` what answers it best. */
  readonly decisions?: readonly MemoryEntry[]
  /** Entries in full, the newest first, or with `query` what answers it best. */
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

/** The session. */
export type EndedSession = {
  /** The session; null where none was active. */
  readonly id: string | null
  /** The same. */
  readonly session: string | null
  /** `completed` or `failed`. */
  readonly status: string | null
  /** Its file is deleted, or would be. */
  readonly cleared: boolean
  /** The file of its memory. */
  readonly path: string | null
  /** Issues that are not resolved. */
  readonly open_issues: readonly MemoryIndexEntry[]
  /** It had ended before. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** The memory of the iteration. */
export type EnsuredIterationMemory = {
  readonly memory: IterationMemory
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** Where the entry comes from; filters do not look at it. */
export type EntryMeta = {
  /** Its file, relative to the root of the repository. */
  readonly document_path: string
  /** A name that no other document or entry has. */
  readonly document_id: string
}

/** What to look for. */
export type FindRecordsArguments = {
  /** Words to look for. Empty or absent: all records. */
  readonly query?: string | undefined
  /** Records of this scope, or of any of these. All when absent. */
  readonly scope?: 'session' | 'working' | 'durable' | readonly ('session' | 'working' | 'durable')[] | undefined
  /** Records of this kind, or of any of these. All when absent. */
  readonly kind?: 'fact' | 'decision' | 'procedure' | 'note' | readonly ('fact' | 'decision' | 'procedure' | 'note')[] | undefined
  /** Records with this tag, or with any of these. */
  readonly tags?: string | readonly string[] | undefined
  /** Records about this entity, or about any of these. */
  readonly entities?: string | readonly string[] | undefined
  /** Records must have all of the tags. */
  readonly all_tags?: boolean | undefined
  /** Most records of the answer. 8 when absent. */
  readonly limit?: number | undefined
  /** Most estimated tokens of the answer. 1200 when absent. */
  readonly tokenBudget?: number | undefined
  /** How `seed` finds words. `tokens`: whole words, without words such as "the". `literal`: any part of the text. */
  readonly match?: 'tokens' | 'literal' | undefined
  /** `seed`: the formula of the format, with bonuses. `bm25`: relevance alone, by stems of words; nothing where nothing answers the query. `seed` when absent. */
  readonly ranker?: 'seed' | 'bm25' | undefined
  /** Does not note in the records that they were used. */
  readonly no_touch?: boolean | undefined
  /** Shows what each score consists of. */
  readonly explain?: boolean | undefined
}

/** The task. */
export type FinishTaskArguments = {
  /** The task, by the name of its folder. */
  readonly task: string
  /** Why it is finished. */
  readonly because?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The task. */
export type FinishedTask = {
  /** False for a dry run, and where the task was finished. */
  readonly saved: boolean
  /** The task. */
  readonly task: string
  /** Its state, relative to the root of the repository. */
  readonly path: string
  /** When it was finished. */
  readonly finished: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
}

/** What was found, newest first. */
export type FoundMemory = {
  /** At most as many as the limit. */
  readonly results: readonly MemoryIndexEntry[]
  /** How many match. */
  readonly total: number
  /** How many of them are not listed. */
  readonly omitted: number
  /** The session that was searched. */
  readonly session: string | null
  /** `ok`, or `degraded` where a file or a row was left out. */
  readonly status: 'ok' | 'degraded'
  readonly diagnostics: StoreDiagnostics
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** What was found. */
export type FoundRecords = {
  /** The records, the best first. */
  readonly results: readonly AgentMemoryRecord[]
  /** How many records match. */
  readonly total: number
  /** How many of them are not in the results. */
  readonly omitted: number
  /** The first of those, by name. */
  readonly left_out?: readonly {
    /** The record: `memory_get` gives it. */
    readonly id: string
    /** One line of it. */
    readonly summary: string
  }[]
  /** The size of the answer. */
  readonly tokens: {
    /** Estimated tokens of this answer as text. */
    readonly used: number
    /** Most that were asked for. */
    readonly budget: number
    /** The numbers are estimates. */
    readonly estimated: boolean
    /** What estimates them. */
    readonly estimator: string
  }
  /** What was left out because it could not be read. */
  readonly diagnostics: {
    /** Files that are no record: `memory weekly --apply true` puts them aside. */
    readonly malformed: number
    /** Files that cannot be read, or are too large. */
    readonly unreadable: number
    /** The first of them. */
    readonly files?: readonly string[]
  }
  /** `degraded`: the memory can only be read. */
  readonly status: 'ok' | 'degraded'
  /** Why it can only be read. */
  readonly reason?: string
  /** What to know about it. */
  readonly notes?: readonly string[]
}

/** Which record. */
export type GetRecordArguments = {
  /** The id of the record, a UUID. */
  readonly id: string
  /** Does not note in the record that it was used. */
  readonly no_touch?: boolean | undefined
}

/** The record. */
export type GotRecord = {
  readonly record: AgentMemoryRecord
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** `degraded`: the memory can only be read. */
  readonly status: 'ok' | 'degraded'
  /** Why it can only be read. */
  readonly reason?: string
}

/** Which issue is solved. */
export type IssueResolution = {
  /** The id of the issue. */
  readonly memory_id: string
  /** How it was solved. */
  readonly resolution?: string | undefined
  /** The session it is for; the current one when absent. */
  readonly session?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The memory of an iteration. */
export type IterationMemory = {
  /** The iteration. */
  readonly iteration_id: string
  /** Insights. */
  readonly insights: readonly { readonly [key: string]: unknown }[]
  /** Issues. */
  readonly issues: readonly { readonly [key: string]: unknown }[]
  /** Learnings. */
  readonly learnings: readonly { readonly [key: string]: unknown }[]
}

/** Which iteration. */
export type IterationMemoryEnsured = {
  /** The iteration. */
  readonly iteration_id: string
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** Which iteration. */
export type IterationMemoryQuery = {
  /** The iteration. */
  readonly iteration_id: string
}

/** The memory of the iteration. */
export type IterationMemorySave = {
  readonly memory: IterationMemory
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** A library. */
export type KeyDependency = {
  /** What it is called. */
  readonly name: string
  /** Which one. */
  readonly version: string
  /** Why this dependency was chosen. */
  readonly purpose: string
}

export type ListMemoriesArguments = {
  /** Only this category: one of facts, decisions, goals, tasks, reflections. */
  readonly category?: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections' | null | undefined
  /** Items in archives, too. */
  readonly include_archived?: boolean | undefined
}

export type ListMemoriesData = {
  /** By category, the newest first. */
  readonly items: readonly ({
    /** Its id. */
    readonly id: string
    /** The folder of its kind. */
    readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
    /** Its title. */
    readonly title: string
    /** Its file, relative to the root of the repository. */
    readonly path: string
    /** The day it was written; empty where the file gives none. */
    readonly created: string
    /** The status of a task or goal. */
    readonly status?: string
    /** True for an item in an archive; absent otherwise. */
    readonly archived?: boolean
    /** The id of the decision that replaces it: it is no longer in force. */
    readonly superseded_by?: string
    /** Its tags; absent without any. */
    readonly tags?: readonly string[]
  })[]
  /** How many items each category has. */
  readonly counts: { readonly [key: string]: number }
  /** How many there are, with those that were left out. */
  readonly total: number
  /** How many were left out. */
  readonly omitted: number
  /** An estimate of what the items cost a model. */
  readonly tokens: {
    /** Of the items in the answer. */
    readonly used: number
    /** What was allowed. */
    readonly budget?: number
    /** Always true. */
    readonly estimated: boolean
  }
  /** Files that hold no item that can be read. They were left out, and nothing overwrites them. */
  readonly diagnostics: {
    /** Files without front matter, or with front matter that cannot be read. */
    readonly malformed: number
    /** Files that cannot be read at all. */
    readonly unreadable: number
    /** Their paths. */
    readonly files: readonly string[]
  }
  /** Degraded where files were left out because they cannot be read. */
  readonly status: 'ok' | 'degraded'
  /** What else a reader should know. */
  readonly notes?: readonly string[]
}

/** Which records. */
export type ListRecordsArguments = {
  /** Records of this scope, or of any of these. All when absent. */
  readonly scope?: 'session' | 'working' | 'durable' | readonly ('session' | 'working' | 'durable')[] | undefined
  /** Records of this kind, or of any of these. All when absent. */
  readonly kind?: 'fact' | 'decision' | 'procedure' | 'note' | readonly ('fact' | 'decision' | 'procedure' | 'note')[] | undefined
  /** Records with this tag, or with any of these. */
  readonly tags?: string | readonly string[] | undefined
  /** Records about this entity, or about any of these. */
  readonly entities?: string | readonly string[] | undefined
  /** Records must have all of the tags. */
  readonly all_tags?: boolean | undefined
  /** Most records of the answer. 50 when absent. */
  readonly limit?: number | undefined
}

/** Which tasks. */
export type ListTasksArguments = {
  /** Finished ones as well. */
  readonly finished?: boolean | undefined
}

/** A record without its content. */
export type ListedRecord = {
  /** Its id. */
  readonly id: string
  /** How long it is kept. */
  readonly scope: string
  /** What sort of memory it is. */
  readonly kind: string
  /** One line of it. */
  readonly summary: string
  /** Its file. */
  readonly path: string
  /** Words to filter by. */
  readonly tags: readonly string[]
  /** What it is about. */
  readonly entities: readonly string[]
  /** How sure it is, from 0 to 1. */
  readonly confidence: number
  /** When it was written. */
  readonly created_at: string
  /** When it was last changed. */
  readonly updated_at: string
  /** When it was last found. */
  readonly last_used_at: string | null
}

/** What there is. */
export type ListedRecords = {
  /** The records, the last changed first. */
  readonly items: readonly ListedRecord[]
  /** How many records pass the filters. */
  readonly total: number
  /** How many of them are not listed. */
  readonly omitted: number
  /** What was left out because it could not be read. */
  readonly diagnostics: {
    /** Files that are no record: `memory weekly --apply true` puts them aside. */
    readonly malformed: number
    /** Files that cannot be read, or are too large. */
    readonly unreadable: number
    /** The first of them. */
    readonly files?: readonly string[]
  }
  /** `degraded`: the memory can only be read. */
  readonly status: 'ok' | 'degraded'
  /** Why it can only be read. */
  readonly reason?: string
}

/** A task. */
export type ListedTask = {
  /** Its name. */
  readonly task: string
  /** Its state. */
  readonly path: string
  /** What it is about. */
  readonly description?: string
  /** What is being done. */
  readonly in_progress?: readonly string[]
  /** When it was last updated. */
  readonly updated: string | null
  /** When it was finished. */
  readonly finished?: string
  /** Key learnings that hold. */
  readonly learnings: number
  /** Snippets that hold. */
  readonly snippets: number
}

/** What there is. */
export type ListedTasks = {
  /** The tasks, the last updated first. */
  readonly items: readonly ListedTask[]
  /** How many tasks there are. */
  readonly total: number
  /** How many of them are finished and not listed. */
  readonly omitted: number
  /** What was left out. */
  readonly diagnostics: {
    /** States of another form. */
    readonly malformed: number
    /** States that cannot be read. */
    readonly unreadable: number
    /** Their paths. */
    readonly files?: readonly string[]
  }
}

/** The memory of the iteration. */
export type LoadedIterationMemory = {
  readonly memory: IterationMemory
  /** `ok`, or `degraded` where a file or a row was left out. */
  readonly status: 'ok' | 'degraded'
  readonly diagnostics: StoreDiagnostics
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** The project memory. */
export type LoadedProjectMemory = {
  readonly memory: ProjectMemory
  /** `ok`, or `degraded` where a file or a row was left out. */
  readonly status: 'ok' | 'degraded'
  readonly diagnostics: StoreDiagnostics
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** The prompts. */
export type MadePrompts = {
  /** The task. */
  readonly task: string
  /** A digest of the progress that the prompts show: give it with the answers. */
  readonly base: string
  /** The three prompts. */
  readonly prompts: readonly SectionPrompt[]
  /** What was left out. */
  readonly notes?: readonly string[]
}

/** What is looked after. */
export type MaintainRecordsArguments = {
  /** The only scope that is looked after. All when absent. */
  readonly scope?: 'session' | 'working' | 'durable' | undefined
  /** Does what can be done. False when absent: it only reports. */
  readonly apply?: boolean | undefined
  /** With `apply`: shows the changes and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** What was found and done. */
export type MaintenanceResult = {
  /** Something was put right. */
  readonly saved: boolean
  /** Only reported, or done. */
  readonly mode: 'report' | 'apply'
  /** Each scope. */
  readonly scopes: readonly ({
    /** Records were archived. */
    readonly saved?: boolean
    /** The version of the report. */
    readonly schemaVersion?: number
    /** Only reported, or done. */
    readonly mode?: 'report' | 'apply'
    /** The scope that was looked at. */
    readonly scope: string
    /** When it began. */
    readonly started_at?: string
    /** When it ended. */
    readonly finished_at?: string
    /** Records that were looked at. */
    readonly records: number
    /** Files of the scope that are no record. */
    readonly malformed?: readonly string[]
    /** Records of identical content and kind. */
    readonly same: readonly {
      /** The record that stays. */
      readonly keep: string
      /** Those that go to the archive. */
      readonly archive: readonly string[]
    }[]
    /** Pairs that say nearly the same: they are left alone. */
    readonly near: readonly {
      /** The two records. */
      readonly ids: readonly string[]
      /** How much of their words they share. */
      readonly similarity: number
    }[]
    /** What was moved. */
    readonly moved?: readonly {
      /** Where it was. */
      readonly from: string
      /** Where it is. */
      readonly to: string
    }[]
    /** What was not done. */
    readonly failed?: readonly {
      /** The record. */
      readonly id: string
      /** Why. */
      readonly reason: string
    }[]
    /** Estimated tokens of the scope before. */
    readonly tokens_before?: number
    /** Estimated tokens of the scope after. */
    readonly tokens_after?: number
    /** The file of the report; null where none was written. */
    readonly report?: string | null
    /** Records more than in the last report; null without one. */
    readonly growth?: number | null
    /** Records that lack a field, or are too large: fix them by hand. */
    readonly broken?: readonly string[]
    /** Session records that were not used for 14 days. */
    readonly unused?: readonly string[]
    /** Files that hold a secret: take it out, and rotate it. */
    readonly secrets?: readonly string[]
    /** The list of the scope is stale. */
    readonly stale_index?: boolean
  })[]
  /** Files that are no record, and where they are kept. */
  readonly quarantined: readonly {
    /** Where it was. */
    readonly from: string
    /** Where it is. */
    readonly to: string
  }[]
  /** Files that a promotion had left behind. */
  readonly finished: readonly string[]
  /** What was not done. */
  readonly failed: readonly {
    /** What it is about. */
    readonly path: string
    /** Why. */
    readonly reason: string
  }[]
  /** `degraded`: the memory can only be read. */
  readonly status: 'ok' | 'degraded'
  /** Why it can only be read. */
  readonly reason?: string
}

/** What to make them of. */
export type MakePromptsArguments = {
  /** The task, by the name of its folder. */
  readonly task: string
  /** What the task is about now. The one of its state when absent. */
  readonly description?: string | undefined
  /** What happened since the last update, oldest first: messages, output of tools, changes. The models get it as data. */
  readonly context?: string | undefined
  /** Most tokens of a prompt, as they are estimated: the oldest part of the context is left out first. 8000 when absent. */
  readonly prompt_tokens?: number | undefined
}

/** What there is. */
export type MemoryContext = {
  readonly project: ProjectCounts
  readonly session: SessionCounts
  /** The newest items of each kind. */
  readonly recent?: readonly MemoryIndexEntry[]
  /** `ok`, or `degraded` where a file or a row was left out. */
  readonly status: 'ok' | 'degraded'
  readonly diagnostics: StoreDiagnostics
  /** What needs a look. */
  readonly notes?: readonly string[]
}

/** How much to give. */
export type MemoryContextQuery = {
  /** Whether to include detailed summaries of recent items */
  readonly include_details?: boolean | undefined
  /** The session to count; the current one when absent. */
  readonly session?: string | undefined
}

/** One item, whole. */
export type MemoryDetail = {
  /** Its id. */
  readonly memory_id: string
  /** `decision`, `pattern`, `experience` or `record`. */
  readonly category: string
  /** What it says, as Markdown. */
  readonly content: string
  /** The iteration it comes from. */
  readonly iteration_id: string
  /** When it was written. */
  readonly created_at: string
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** Which item. */
export type MemoryDetailQuery = {
  /** The ID of the memory item to load */
  readonly memory_id: string
  /** The file path to the memory detail (as returned by query_memory_index) */
  readonly file: string
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

/** A decision, a pattern, or an item of a session. */
export type MemoryIndexEntry = {
  /** Its id. */
  readonly memory_id: string
  /** `decision`, `pattern`, `experience` (insights and learnings) or `record` (issues). */
  readonly category: string
  /** `decision`, `pattern`, `insight`, `learning` or `issue`. */
  readonly kind: string
  /** What it is about. */
  readonly title: string
  /** What it says, at most 200 characters. */
  readonly summary: string
  /** The stage it came up at. */
  readonly stage?: string | null
  /** `critical`, `important` or `normal`; of insights. */
  readonly importance?: string | null
  /** Whether it is solved; of issues. */
  readonly resolved?: boolean | null
  /** The iteration it comes from. */
  readonly iteration_id: string
  /** When it was written. */
  readonly created_at: string
  /** What `load_memory_detail` takes as `file`. */
  readonly file: string
  /** `project` or `session`. */
  readonly scope: string
}

/** What to look for. */
export type MemoryIndexQuery = {
  /** Which memory to query: 'all' (both project and session), 'project' (project-level only), or 'session' (current session only) */
  readonly query_type?: 'all' | 'project' | 'session' | undefined
  /** Filter by memory category: 'decision', 'experience', 'pattern', 'record', or 'all' for all categories */
  readonly category?: 'decision' | 'experience' | 'pattern' | 'record' | 'all' | undefined
  /** Filter by stage (e.g., 'idea', 'prd', 'design', 'plan', 'coding', 'check'). Optional. */
  readonly stage?: string | null | undefined
  /** Maximum number of results to return. Default: 20 */
  readonly limit?: number | undefined
  /** Words that all have to be in an item, in any case of letters. */
  readonly keywords?: readonly string[] | undefined
  /** The session to search; the current one when absent. */
  readonly session?: string | undefined
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

/** What to look for. */
export type MemoryQuery = {
  /** Which layer to search: `smart` is both. */
  readonly scope?: 'project' | 'iteration' | 'smart' | undefined
  /** What to list. */
  readonly query_type?: 'decisions' | 'patterns' | 'insights' | 'all' | undefined
  /** Words that all have to be in an item, in any case of letters. */
  readonly keywords?: readonly string[] | undefined
  /** Filters by development stage. */
  readonly stage?: string | null | undefined
  /** Maximum number of results to return; 100 when absent. */
  readonly limit?: number | null | undefined
  /** The iteration to search; that of the current session when absent. */
  readonly current_iteration_id?: string | undefined
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

/** The decision. */
export type NewDecision = {
  /** What it is about, in one line. */
  readonly title: string
  /** Background and problem statement. */
  readonly context: string
  /** The actual decision made. */
  readonly decision: string
  /** Pros and cons of the decision. */
  readonly consequences?: readonly string[] | undefined
  /** The session it is for; the current one when absent. */
  readonly session?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The pattern. */
export type NewPattern = {
  /** What it is called, in one line. */
  readonly name: string
  /** What it is. */
  readonly description: string
  /** When and how to apply this pattern. */
  readonly usage?: readonly string[] | undefined
  /** Categorization for filtering. */
  readonly tags?: readonly string[] | undefined
  /** Optional code snippet. */
  readonly code_example?: string | undefined
  /** The session it is for; the current one when absent. */
  readonly session?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
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

/** What is set. */
export type ProjectContextChange = {
  /** Frameworks, languages, libraries. */
  readonly tech_stack?: readonly string[] | undefined
  /** E.g. "Clean Architecture", "Hexagonal". */
  readonly architecture_style?: string | null | undefined
  /** Libraries that the project is built on. */
  readonly key_dependencies?: readonly KeyDependency[] | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The memory of the project. */
export type ProjectCounts = {
  /** How many. */
  readonly decisions: number
  /** How many. */
  readonly patterns: number
  readonly context: ContextCounts
}

/** Project memory. */
export type ProjectMemory = {
  /** Decisions, oldest first. */
  readonly decisions: readonly { readonly [key: string]: unknown }[]
  /** Patterns, oldest first. */
  readonly patterns: readonly { readonly [key: string]: unknown }[]
  /** tech_stack, architecture_style, key_dependencies. */
  readonly context: { readonly [key: string]: unknown }
}

/** Nothing needs to be said. */
export type ProjectMemoryQuery = { readonly [key: string]: unknown }

/** The project memory. */
export type ProjectMemorySave = {
  readonly memory: ProjectMemory
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** Which record, and where to. */
export type PromoteRecordArguments = {
  /** The id of the record, a UUID. */
  readonly id: string
  /** The scope that it is in. */
  readonly fromScope: 'session' | 'working'
  /** The scope that it goes to. `durable` when absent. */
  readonly toScope?: 'working' | 'durable' | undefined
  /** How sure it is now, from 0 to 1. */
  readonly confidence?: number | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The row. */
export type PromotedMemory = {
  /** The id of the decision or pattern. */
  readonly id: string
  /** The same: what `load_memory_detail` takes. */
  readonly memory_id: string
  /** `decision` or `pattern`. */
  readonly kind: string
  /** What `load_memory_detail` takes as `file`. */
  readonly file: string
  /** The index of the project, relative to the root of the repository. */
  readonly path: string
  /** The id of the item of the session. */
  readonly promoted_from: string
  /** It was promoted before: that row is named. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** What became of it. */
export type PromotedRecord = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The record. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** Its scope. */
  readonly scope: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
  /** It was there already. */
  readonly already?: boolean
}

/** What to promote. */
export type Promotion = {
  /** The ID of the memory item to promote */
  readonly memory_id: string
  /** Why this item should be promoted to project memory */
  readonly reason: string
  /** What it becomes. */
  readonly as?: 'decision' | 'pattern' | undefined
  /** Its title; that of the item, or its first line, when absent. */
  readonly title?: string | undefined
  /** What follows from the decision, for better and worse. */
  readonly consequences?: readonly string[] | undefined
  /** Words to find the pattern by; its stage when absent. */
  readonly tags?: readonly string[] | undefined
  /** Promotes it although a row has its title and its text. */
  readonly allow_duplicate?: boolean | undefined
  /** The session it is for; the current one when absent. */
  readonly session?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type ReadMemoryArguments = {
  /** The category to read. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** Only the item with this id. With a query, too, it has to match both. */
  readonly id?: string | null | undefined
  /** Only items that hold words of this, the best match first. */
  readonly query?: string | null | undefined
  /** Most estimated tokens of the items; 4000 when absent. An item that is asked for by its id is always whole. */
  readonly token_budget?: number | null | undefined
}

export type ReadMemoryData = {
  /** Whole items. */
  readonly items: readonly ({
    /** Its id. */
    readonly id: string
    /** The folder of its kind. */
    readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
    /** Its title. */
    readonly title: string
    /** Its file, relative to the root of the repository. */
    readonly path: string
    /** The day it was written; empty where the file gives none. */
    readonly created: string
    /** The status of a task or goal. */
    readonly status?: string
    /** True for an item in an archive; absent otherwise. */
    readonly archived?: boolean
    /** The id of the decision that replaces it: it is no longer in force. */
    readonly superseded_by?: string
    /** The other fields of the front matter, by name. */
    readonly fields?: { readonly [key: string]: unknown }
    /** The text below the front matter. */
    readonly content?: string
  })[]
  /** The first of those that the budget left out. */
  readonly left_out?: readonly {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file, relative to the root of the repository. */
    readonly path: string
  }[]
  /** How many there are, with those that were left out. */
  readonly total: number
  /** How many were left out. */
  readonly omitted: number
  /** An estimate of what the items cost a model. */
  readonly tokens: {
    /** Of the items in the answer. */
    readonly used: number
    /** What was allowed. */
    readonly budget?: number
    /** Always true. */
    readonly estimated: boolean
  }
  /** Files that hold no item that can be read. They were left out, and nothing overwrites them. */
  readonly diagnostics: {
    /** Files without front matter, or with front matter that cannot be read. */
    readonly malformed: number
    /** Files that cannot be read at all. */
    readonly unreadable: number
    /** Their paths. */
    readonly files: readonly string[]
  }
  /** Degraded where files were left out because they cannot be read. */
  readonly status: 'ok' | 'degraded'
  /** What else a reader should know. */
  readonly notes?: readonly string[]
}

/** Something that was not applied. */
export type RefusedPart = {
  /** Where it was. */
  readonly section: 'progress' | 'learnings' | 'verbatim' | null
  /** The id that it is about. */
  readonly id?: string
  /** The line of the text. */
  readonly line?: number
  /** What is wrong. */
  readonly message: string
  /** What to do. */
  readonly help: string
}

/** The issue. */
export type ResolvedIssue = {
  /** Its id. */
  readonly memory_id: string
  /** The same. */
  readonly id: string
  /** What `load_memory_detail` takes as `file`. */
  readonly file: string
  /** The session that it belongs to. */
  readonly session: string
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** When it was solved. */
  readonly resolved_at: string | null
  /** It was resolved before: nothing is changed. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** Which record: its id, or the path of its file. */
export type RestoreRecordArguments = {
  /** The id of the record, a UUID. */
  readonly id?: string | undefined
  /** The file in the archive, relative to the root of the repository, as reports name it. */
  readonly path?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** What became of it. */
export type RestoredRecord = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The record. */
  readonly id?: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** Its scope. */
  readonly scope?: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
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

/** Where it is. */
export type SavedIterationMemory = {
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** Where it is. */
export type SavedProjectMemory = {
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** Where the item is. */
export type SavedSessionMemory = {
  /** Its id, for `promote_to_project_memory`. */
  readonly memory_id: string
  /** The same. */
  readonly id: string
  /** What `load_memory_detail` takes as `file`. */
  readonly file: string
  /** The session that it belongs to. */
  readonly session: string
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** The session has this content already: that item is named. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

export type SearchEverythingArguments = {
  /** What you look for, in the words that its text would have. */
  readonly query: string
  /** Only these ways of keeping memory, by the names that results give. */
  readonly layouts?: readonly string[] | undefined
  /** Only these kinds, such as `decision`, `lesson` or `task`. */
  readonly kinds?: readonly string[] | undefined
  /** Only what has one of these tags or categories. */
  readonly tags?: readonly string[] | undefined
  /** Only what is of this day or later; what has no day is left out. */
  readonly since?: string | undefined
  /** Only what is of this day or earlier; what has no day is left out. */
  readonly until?: string | undefined
  /** At most so many results; 10 when absent. */
  readonly limit?: number | undefined
  /** At most so many tokens of text, by an estimate; 2000 when absent, and in the shell all. A text that does not fit is left out and counted, never cut. */
  readonly token_budget?: number | undefined
  /** Also what is superseded or archived, behind everything else. */
  readonly include_archived?: boolean | undefined
}

export type SearchEverythingData = {
  readonly version?: 1
  readonly query: string
  /** The best first. */
  readonly results: readonly {
    readonly layout: string
    readonly kind: string
    readonly id?: string
    readonly path: string
    /** Where it begins, from 1. */
    readonly line: number
    readonly title: string
    /** Comparable within one answer only. */
    readonly score: number
    /** It is superseded or archived. */
    readonly aside?: true
    /** The beginning of its text, on one line. */
    readonly excerpt: string
    /** All of its text. */
    readonly text: string
  }[]
  /** How many items match. */
  readonly total: number
  /** How many of them are left out, for the limit or the budget. */
  readonly omitted: number
  readonly tokens: {
    readonly used?: number
    readonly budget?: number | null
    readonly estimated?: true
  }
  /** Nothing answers the query: the results share only words with it. */
  readonly weak: boolean
  /** Nothing is remembered in this repository, whatever is asked. */
  readonly nothingHere?: true
  /** Every kind that there is, where nothing is of a kind that was asked for. */
  readonly kindsHere?: readonly string[]
  /** Why embeddings have no part in the answer, where they are set up. */
  readonly degraded?: string
  /** Files that are not searched whole. */
  readonly unreadable: readonly string[]
}

export type SearchMemoryArguments = {
  /** The words to look for. */
  readonly query: string
  /** Where to look: any of facts, decisions, goals, tasks, reflections. Everywhere when absent. */
  readonly categories?: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections' | readonly ('facts' | 'decisions' | 'goals' | 'tasks' | 'reflections')[] | null | undefined
  /** Most results, up to 100; 10 when absent. */
  readonly limit?: number | null | undefined
  /** Items in archives, too. */
  readonly include_archived?: boolean | undefined
  /** Most estimated tokens of the results. No limit when absent. */
  readonly token_budget?: number | null | undefined
}

export type SearchMemoryData = {
  /** The best match first. */
  readonly results: readonly ({
    /** Its id. */
    readonly id: string
    /** The folder of its kind. */
    readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
    /** Its title. */
    readonly title: string
    /** Its file, relative to the root of the repository. */
    readonly path: string
    /** The day it was written; empty where the file gives none. */
    readonly created: string
    /** The status of a task or goal. */
    readonly status?: string
    /** True for an item in an archive; absent otherwise. */
    readonly archived?: boolean
    /** The id of the decision that replaces it: it is no longer in force. */
    readonly superseded_by?: string
    /** Where the words were found. */
    readonly tier?: 'file name' | 'front matter' | 'content'
    /** True where some words were not found; absent otherwise. */
    readonly partial?: boolean
    /** The line of the excerpt in the file. */
    readonly line?: number
    /** The first line of the text that holds a word. */
    readonly excerpt?: string
  })[]
  /** The first of those that the budget left out. */
  readonly left_out?: readonly {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file, relative to the root of the repository. */
    readonly path: string
  }[]
  /** How many there are, with those that were left out. */
  readonly total: number
  /** How many were left out. */
  readonly omitted: number
  /** An estimate of what the items cost a model. */
  readonly tokens: {
    /** Of the items in the answer. */
    readonly used: number
    /** What was allowed. */
    readonly budget?: number
    /** Always true. */
    readonly estimated: boolean
  }
  /** Files that hold no item that can be read. They were left out, and nothing overwrites them. */
  readonly diagnostics: {
    /** Files without front matter, or with front matter that cannot be read. */
    readonly malformed: number
    /** Files that cannot be read at all. */
    readonly unreadable: number
    /** Their paths. */
    readonly files: readonly string[]
  }
  /** Degraded where files were left out because they cannot be read. */
  readonly status: 'ok' | 'degraded'
  /** What else a reader should know. */
  readonly notes?: readonly string[]
}

/** A prompt. */
export type SectionPrompt = {
  /** Which of the three it is: progress, learnings or verbatim. Its answer goes there. */
  readonly role: string
  /** The header of its answer. */
  readonly section: string
  /** Its rules. */
  readonly system: string
  /** Its data. */
  readonly user: string
  /** How long the answer may be. */
  readonly max_output_tokens: number
}

/** The memory of the session. */
export type SessionCounts = {
  /** The session; null where none is active. */
  readonly id: string | null
  /** How many. */
  readonly insights: number
  /** How many. */
  readonly issues: number
  /** How many of them are not solved. */
  readonly issues_open: number
  /** How many. */
  readonly learnings: number
  /** How many insights are critical. */
  readonly critical: number
}

/** How it ends. */
export type SessionEnd = {
  /** The session; the current one when absent. */
  readonly session?: string | undefined
  /** It failed: its file is kept. */
  readonly failed?: boolean | undefined
  /** Its file is kept. */
  readonly keep?: boolean | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** A session. */
export type SessionEntry = {
  /** Its name. */
  readonly id: string
  /** `active`, `completed`, `failed`, or what the list says. */
  readonly status?: string | null
  /** Its stage. */
  readonly stage?: string | null
  /** When it started. */
  readonly started_at?: string | null
  /** When it ended. */
  readonly completed_at?: string | null
  /** Whether its memory is there. */
  readonly file: boolean
}

/** What to save. */
export type SessionMemory = {
  /** Type of memory to save: 'insight', 'issue', or 'learning' */
  readonly memory_type: 'insight' | 'issue' | 'learning'
  /** Title or summary of the memory item */
  readonly title?: string | undefined
  /** Detailed content of the memory item */
  readonly content: string
  /** Development stage where this memory was created (e.g., 'design', 'coding') */
  readonly stage?: string | undefined
  /** How much an insight matters. */
  readonly importance?: 'critical' | 'important' | 'normal' | undefined
  /** The session it is for; the current one when absent. */
  readonly session?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The stage. */
export type SessionStage = {
  /** The stage; another word is taken with a note. */
  readonly stage: string
  /** The session it is for; the current one when absent. */
  readonly session?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** Which session. */
export type SessionStart = {
  /** Its name, such as iter-4; one made of the time when absent. */
  readonly session?: string | undefined
  /** The stage at which it starts: idea, prd, design, plan, coding or check. */
  readonly stage?: string | undefined
  /** Starts it although another session is active. */
  readonly force?: boolean | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The sessions. */
export type Sessions = {
  /** The session that is active. */
  readonly current: string | null
  /** Every session that is listed, in the order of the list. */
  readonly sessions: readonly SessionEntry[]
  /** `ok`, or `degraded` where a file or a row was left out. */
  readonly status: 'ok' | 'degraded'
  readonly diagnostics: StoreDiagnostics
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** Nothing needs to be said. */
export type SessionsQuery = { readonly [key: string]: unknown }

/** The context as it is now. */
export type SetProjectContext = {
  /** The index of the project, relative to the root of the repository. */
  readonly path: string
  /** All of the technical context. */
  readonly context: {
    /** Frameworks, languages and libraries. */
    readonly tech_stack?: readonly unknown[]
    /** How it is built. */
    readonly architecture_style?: unknown
    /** Libraries. */
    readonly key_dependencies?: readonly unknown[]
  }
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** The task. */
export type ShowTaskArguments = {
  /** The task, by the name of its folder. */
  readonly task: string
  /** Entries that hold no longer as well. */
  readonly archived?: boolean | undefined
  /** Most tokens of the answer, as they are estimated. No limit when absent. */
  readonly token_budget?: number | undefined
}

/** A key learning. */
export type ShownLearning = {
  /** Its id. */
  readonly id: string
  /** What was learnt. */
  readonly insight: string
  /** Why it was added. */
  readonly reason: string
  /** When it was added. */
  readonly added: string
  /** Where it holds no longer. */
  readonly archived?: {
    /** When it was archived. */
    readonly at: string
    /** Why it holds no longer. */
    readonly reason: string
  }
}

/** A snippet. */
export type ShownSnippet = {
  /** Its id. */
  readonly id: string
  /** What it is. */
  readonly label: string
  /** The text, word for word. */
  readonly snippet: string
  /** Why it was added. */
  readonly reason: string
  /** When it was added. */
  readonly added: string
  /** Where it holds no longer. */
  readonly archived?: {
    /** When it was archived. */
    readonly at: string
    /** Why it holds no longer. */
    readonly reason: string
  }
}

/** What is remembered of it. */
export type ShownTask = {
  /** The task. */
  readonly task: string
  /** Its state. */
  readonly path: string
  /** What it is about. */
  readonly description?: string
  /** When it was last updated. */
  readonly updated: string | null
  /** When it was finished. */
  readonly finished?: string
  /** What is done, under way and left. */
  readonly progress: {
    /** What is done. */
    readonly completed?: readonly string[]
    /** What is being done. */
    readonly in_progress?: readonly string[]
    /** What is left. */
    readonly remaining?: readonly string[]
  } | null
  /** Key learnings, the newest last. */
  readonly learnings: readonly ShownLearning[]
  /** Snippets, the newest last. */
  readonly snippets: readonly ShownSnippet[]
  /** What did not fit the budget. */
  readonly omitted: readonly {
    /** Its id. */
    readonly id: string
    /** What it is about. */
    readonly label: string
  }[]
  /** A digest of the progress, to give with an update that is written from it. */
  readonly base: string
  /** Why the last update by a hook of an agent failed. */
  readonly hook_failure?: string
  /** How long the answer is. */
  readonly tokens: {
    /** Tokens of the text. */
    readonly used: number
    /** The budget that was given. */
    readonly budget: number | null
    /** Always true. */
    readonly estimated: boolean
  }
}

/** The session. */
export type StagedSession = {
  /** The session. */
  readonly id: string
  /** The same. */
  readonly session: string
  /** Its stage. */
  readonly stage: string
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** One task. */
export type StartTaskArguments = {
  /** Its name: small letters, digits, `-`, `_` and `.`. */
  readonly task: string
  /** What it is about, which every update sees. Given for a task that is there, it replaces the one that it has. */
  readonly description?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** The session. */
export type StartedSession = {
  /** The session. */
  readonly id: string
  /** The same. */
  readonly session: string
  /** The file of its memory, relative to the root of the repository. */
  readonly path: string
  /** It is active already. */
  readonly already?: boolean
  /** False for a dry run, and where there was nothing to do. */
  readonly saved: boolean
  /** Nothing was written, because that was asked for. */
  readonly dry_run: boolean
  /** What is not quite as it was asked for, or needs a look. */
  readonly notes?: readonly string[]
}

/** The task. */
export type StartedTask = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** False where the task was there. */
  readonly created: boolean
  /** The task. */
  readonly task: string
  /** Its state, relative to the root of the repository. */
  readonly path: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
}

/** What was left out. */
export type StoreDiagnostics = {
  /** Rows that no reader can use. */
  readonly malformed: number
  /** Files that cannot be read. */
  readonly unreadable: number
  /** Those files. */
  readonly files: readonly UnreadableFile[]
}

/** A file that cannot be read. */
export type UnreadableFile = {
  /** The file, relative to the root of the repository. */
  readonly path: string
  /** Where the fault is. */
  readonly line: number
  /** What is wrong there. */
  readonly reason: string
}

export type UpdateFactArguments = {
  /** The id of the item, as search_memory and list_memories give it. */
  readonly id: string
  /** What it is about, in one line. Left as it is when absent or null. */
  readonly title?: string | null | undefined
  /** The text, as Markdown and without front matter. Left as it is when absent or null. */
  readonly content?: string | null | undefined
  /** Words to filter by, all of them; an empty list takes them out. Left as it is when absent or null. */
  readonly tags?: readonly string[] | null | undefined
  /** How sure it is, from 0 to 1. Left as it is when absent or null. */
  readonly confidence?: number | null | undefined
  /** Who or what said so; an empty text takes it out. Left as it is when absent or null. */
  readonly source?: string | null | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type UpdateFactData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

export type UpdateGoalArguments = {
  /** The id of the item, as search_memory and list_memories give it. */
  readonly id: string
  /** Whether it is still pursued. Left as it is when absent or null. */
  readonly status?: 'active' | 'achieved' | 'abandoned' | null | undefined
  /** What it is about, in one line. Left as it is when absent or null. */
  readonly title?: string | null | undefined
  /** The text, as Markdown and without front matter. Left as it is when absent or null. */
  readonly content?: string | null | undefined
  /** Words to filter by, all of them; an empty list takes them out. Left as it is when absent or null. */
  readonly tags?: readonly string[] | null | undefined
  /** How much it matters: a word or a whole number; an empty text takes it out. Left as it is when absent or null. */
  readonly priority?: string | number | null | undefined
  /** Why the goal is abandoned, or is pursued again; it is kept in the file as `ended_reason` or `reopened`. */
  readonly reason?: string | null | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type UpdateGoalData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

/** Which record, and what of it. */
export type UpdateRecordArguments = {
  /** The id of the record, a UUID. */
  readonly id: string
  /** What sort of memory it is: procedures and notes stay out of `durable`. */
  readonly kind?: 'fact' | 'decision' | 'procedure' | 'note' | undefined
  /** One line that says it all, with the words that a later search will have. */
  readonly summary?: string | undefined
  /** The memory itself, complete. No secrets. */
  readonly content?: string | undefined
  /** Words to filter by: `crm`, `odata`. */
  readonly tags?: readonly string[] | undefined
  /** What it is about: tables, modules, services, as they are spelled there. */
  readonly entities?: readonly string[] | undefined
  /** How sure it is, from 0 to 1. 0.5 when absent. */
  readonly confidence?: number | undefined
  /** Where it came from: a file, a person, a test run. The caller when absent. */
  readonly source?: string | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type UpdateTaskArguments = {
  /** The id of the item, as search_memory and list_memories give it. */
  readonly id: string
  /** How far it has come. Left as it is when absent or null. */
  readonly status?: 'todo' | 'in_progress' | 'done' | null | undefined
  /** Who does it; an empty text takes it out. Left as it is when absent or null. */
  readonly assignee?: string | null | undefined
  /** The day by which it is to be done, as YYYY-MM-DD, or an instant; an empty text takes it out. Left as it is when absent or null. */
  readonly deadline?: string | null | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type UpdateTaskData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

/** The task, and what happened. */
export type UpdateTaskMemoryArguments = {
  /** The task, by the name of its folder. */
  readonly task: string
  /** What the task is about now. The one of its state when absent. */
  readonly description?: string | undefined
  /** What happened since the last update, oldest first: messages, output of tools, changes. The models get it as data. */
  readonly context?: string | undefined
  /** Most tokens of a prompt, as they are estimated: the oldest part of the context is left out first. 8000 when absent. */
  readonly prompt_tokens?: number | undefined
  /** Nothing is given of what happened: the models see the memory alone. */
  readonly without_context?: boolean | undefined
  /** All or nothing: without it, what can be applied is applied, and the rest is listed. */
  readonly strict?: boolean | undefined
  /** Asks the models, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

/** What became of it. */
export type UpdatedRecord = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The record. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** Its scope. */
  readonly scope: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
}

/** What became of it. */
export type UpdatedTaskMemory = {
  /** False for a dry run, and where nothing had to be written. */
  readonly saved: boolean
  /** The task. */
  readonly task: string
  /** Its state, relative to the root of the repository. */
  readonly path: string
  /** What became of each section that was given. */
  readonly sections: { readonly [key: string]: 'applied' | 'unchanged' | 'refused' | 'failed' }
  /** Ids of new entries. */
  readonly added: readonly string[]
  /** Ids of entries that hold no longer. */
  readonly archived: readonly string[]
  /** What was not applied. */
  readonly refused: readonly RefusedPart[]
  /** What changed, as the log has it. */
  readonly diff?: string
  /** Ids of entries that the log did not record: it does now. */
  readonly recovered?: readonly string[]
  /** A digest of the progress as it is now, to give with the next update. */
  readonly base: string
  /** Nothing was written because of `dry_run`. */
  readonly dry_run?: boolean
  /** What to know about it. */
  readonly notes?: readonly string[]
  /** Who was asked. */
  readonly models: readonly AskedModel[]
}

export type WriteDecisionArguments = {
  /** What it is about, in one line. */
  readonly title: string
  /** The text, as Markdown and without front matter. */
  readonly content: string
  /** Words to filter by. */
  readonly tags?: readonly string[] | null | undefined
  /** The id of the decision in force that this one replaces. */
  readonly supersedes?: string | null | undefined
  /** Why it was decided, in a sentence. */
  readonly rationale?: string | null | undefined
  /** Saves a decision although one in force has its title. */
  readonly allow_duplicate?: boolean | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type WriteDecisionData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

export type WriteFactArguments = {
  /** What it is about, in one line. */
  readonly title: string
  /** The text, as Markdown and without front matter. */
  readonly content: string
  /** Words to filter by. */
  readonly tags?: readonly string[] | null | undefined
  /** How sure it is, from 0 to 1. */
  readonly confidence?: number | null | undefined
  /** Who or what said so. */
  readonly source?: string | null | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type WriteFactData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

export type WriteGoalArguments = {
  /** What it is about, in one line. */
  readonly title: string
  /** The text, as Markdown and without front matter. */
  readonly content: string
  /** Words to filter by. */
  readonly tags?: readonly string[] | null | undefined
  /** How much it matters: a word or a whole number. */
  readonly priority?: string | number | null | undefined
  /** Whether it is still pursued. */
  readonly status?: 'active' | 'achieved' | 'abandoned' | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type WriteGoalData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

export type WriteReflectionArguments = {
  /** What it is about, in one line. */
  readonly title: string
  /** The text, as Markdown and without front matter. */
  readonly content: string
  /** Words to filter by. */
  readonly tags?: readonly string[] | null | undefined
  /** What it was about, or where it was observed. */
  readonly context?: string | null | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type WriteReflectionData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}

export type WriteTaskArguments = {
  /** What it is about, in one line. */
  readonly title: string
  /** The text, as Markdown and without front matter. */
  readonly content: string
  /** Words to filter by. */
  readonly tags?: readonly string[] | null | undefined
  /** How far it has come. */
  readonly status?: 'todo' | 'in_progress' | 'done' | undefined
  /** Who does it. */
  readonly assignee?: string | null | undefined
  /** The day by which it is to be done, as YYYY-MM-DD, or an instant. */
  readonly deadline?: string | null | undefined
  /** Checks everything, shows the change and writes nothing. */
  readonly dry_run?: boolean | undefined
}

export type WriteTaskData = {
  /** False for a dry run, and where there was nothing to do: `notes` says why. */
  readonly saved: boolean
  /** The id of the item. */
  readonly id: string
  /** Its file, relative to the root of the repository. */
  readonly path: string
  /** The folder of its kind. */
  readonly category: 'facts' | 'decisions' | 'goals' | 'tasks' | 'reflections'
  /** The status of a task or goal. */
  readonly status?: string
  /** The decision that is replaced. Its file is not touched. */
  readonly supersedes?: {
    /** Its id. */
    readonly id: string
    /** Its title. */
    readonly title: string
    /** Its file. */
    readonly path: string
  }
  /** The file that it had before it was archived. */
  readonly moved_from?: string
  /** True where nothing was to be written. */
  readonly dry_run?: boolean
  /** What the writer should know of it, a sentence each. */
  readonly notes?: readonly string[]
}
