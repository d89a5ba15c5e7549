import type { WorkspaceSettings } from './settings.ts'

/** The format's own categories by kind of entry, and the one that a save without a category gets. */
const BUILT_IN: { readonly [kind: string]: readonly string[] } = {
  decision: ['architecture', 'tooling', 'convention', 'dependency', 'general'],
  lesson: ['debugging', 'performance', 'configuration', 'integration', 'general'],
}

/** The categories that a kind of entry, `decision` or `lesson`, has by the format or by settings. */
export function knownCategories(kind: string, { categories }: WorkspaceSettings): readonly string[] {
  const own = kind === 'decision' ? categories.decision : kind === 'lesson' ? categories.lesson : []
  return [...new Set([...(BUILT_IN[kind] ?? []), ...own])]
}
