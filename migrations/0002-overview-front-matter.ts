import type { Migration, MigrationPlan } from '../src/core/migration.ts'
import { directories } from './overview-front-matter/directories.ts'
import { planDirectory } from './overview-front-matter/plan-directory.ts'
import { workspaceRoots } from './workspace/workspace-roots.ts'

/** Gives overviews the front matter that they lack, and folds the abstracts beside them in. */
export const overviewFrontMatter: Migration = {
  id: '0002-overview-front-matter',
  summary:
    'Adds the front matter that overviews lack, and folds every ABSTRACT.md into the OVERVIEW.md beside it.',
  wants: ({ layout, kind, path }, settings) =>
    (layout === 'workspace' && (kind === 'overview' || kind === 'abstract')) ||
    (path.endsWith('/OVERVIEW.md') && path.startsWith(`${workspaceRoots(settings).resources}/`)),
  plan: (input): MigrationPlan => {
    const planned = directories(input).map((directory) => planDirectory(directory, input.settings))
    return {
      sets: planned.map(({ set }) => set).filter((set) => set.length > 0),
      forPerson: planned.flatMap(({ forPerson }) => forPerson),
    }
  },
}
