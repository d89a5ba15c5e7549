import { openSignatureCache } from '../cache/signature-cache.ts'
import { wantedLayouts } from '../core/layout-choice.ts'
import type { Settings } from '../core/settings.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { type FactsBasis, factsVersion, type KeptFacts, openFacts } from './facts.ts'
import type { LoadOptions } from './load-options.ts'
import { loadSettings, type SettingsSource } from './load-settings.ts'
import type { Project } from './project.ts'

/** Whose settings hold, and whether facts of earlier runs are used and kept. */
export type LoadRequest = SettingsSource & {
  readonly cache: boolean
  readonly parser?: 'auto' | 'remark' | undefined
  /** As in `LoadOptions`. */
  readonly keepsFacts?: boolean | undefined
  /** Threads that read documents at a time. */
  readonly jobs?: number | undefined
  /** A directory of shard files: their facts are used, and no others. */
  readonly shards?: string | undefined
  /** What no shard has is parsed here, where it is an error otherwise. */
  readonly shardsMayLack?: boolean | undefined
}

/** What every document is read with; whoever has looked at them saves the facts. */
export type KeptLoad = LoadOptions & { readonly facts: KeptFacts }

/**
 * Every layout and rule, the settings of a snapshot and the facts of earlier runs. Throws `UserError` for settings that
 * are missing, unreadable or wrong.
 */
export async function openLoad(project: Project, request: LoadRequest): Promise<KeptLoad> {
  return {
    ...(await openLoadWith(await loadSettings(request), project, request)),
    isGiven: request.config !== undefined,
  }
}

/** The same with settings that are given. */
export async function openLoadWith(
  settings: Settings,
  project: Project,
  request: Omit<LoadRequest, keyof SettingsSource>,
): Promise<KeptLoad> {
  const { cache, parser = 'auto', jobs, keepsFacts, shards, shardsMayLack = false } = request
  const facts =
    shards === undefined
      ? await openFacts(cache ? project : null, { settings, parser, layouts })
      : await shardFacts(shards, { settings, parser, shardsMayLack })
  const { commonDir } = project.repository ?? {}
  const isKept = cache && shards === undefined && commonDir !== undefined
  const signatures = isKept ? openSignatureCache(commonDir, factsVersion({ settings, parser })) : null
  return {
    layouts: wantedLayouts(layouts, settings),
    rules,
    settings,
    facts,
    signatures,
    keepsFacts,
    parser,
    jobs,
  }
}

async function shardFacts(
  folder: string,
  { shardsMayLack, ...basis }: FactsBasis & { readonly shardsMayLack: boolean },
): Promise<KeptFacts> {
  const { openShardFacts } = await import('./shard/shard-facts.ts')
  return openShardFacts(folder, { ...basis, layouts, rules }, { mayLack: shardsMayLack })
}
