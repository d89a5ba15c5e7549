import { test } from 'vitest'
import { LONG } from './runs.ts'

/** A test of the long run: a variant of one beside it that every run has. */
export const variant = test.runIf(LONG)
