// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { serenaDuplicate } from './serena-duplicate.ts'
import { serenaIndex } from './serena-index.ts'
import { serenaReference } from './serena-reference.ts'

/** The rules of the serena layout. */
export const rules: readonly Rule[] = [serenaDuplicate, serenaIndex, serenaReference]
