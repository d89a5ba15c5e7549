import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { claimByName } from '../../core/places.ts'

const PLACES: readonly string[] = ['**/.specify/memory/constitution.md']

const CONSTITUTION = /(?:^|\/)\.specify\/memory\/constitution\.md$/i

/** Claims the constitution of a project; `memory/constitution.md` alone may be the template of a tool, and is left alone. */
export const specKitPaths: LayoutPaths = {
  id: 'spec-kit',
  settings: { schemas: {} },
  signature: '.specify/memory/constitution.md',
  places: () => PLACES,
  yields: true,
  claim: claimByName((path) => (CONSTITUTION.test(path) ? 'constitution' : null)),
  parts: { of: folderOf, area: folderOf },
}
