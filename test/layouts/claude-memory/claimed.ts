import type { Layout } from '../../../src/core/layout.ts'
import { withPrecedence } from '../../../src/core/places.ts'
import { layouts } from '../../../src/layouts/index.ts'

/** The layout as it claims paths among all layouts. */
export function claude(): Layout {
  const found = withPrecedence(layouts).find(({ id }) => id === 'claude-memory')
  if (!found) throw new Error('no such layout')
  return found
}
