const SOURCES = /^((?:.*\/)?)\.(?:rulesync|ruler)(?=\/)/

/** A folder from which rulesync or ruler writes the instructions of agents, and the folder that it writes below, with a slash at its end. */
export type RuleSources = { readonly folder: string; readonly writesBelow: string }

/** The one that a file is in; null for any other file. */
export function ruleSourcesOf(path: string): RuleSources | null {
  const [folder, writesBelow = ''] = SOURCES.exec(path) ?? []
  return folder === undefined ? null : { folder, writesBelow }
}
