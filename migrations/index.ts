// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Migration } from '../src/core/migration.ts'
import { memoryIndex } from './0003-memory-index.ts'

/** Every migration, in the order in which they run. */
export const migrations: readonly Migration[] = [memoryIndex]
