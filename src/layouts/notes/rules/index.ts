// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../../../core/rule.ts'
import { noteDuplicate } from './note-duplicate.ts'
import { noteGrowth } from './note-growth.ts'
import { skillFrontMatter } from './skill-front-matter.ts'
import { skillOrphan } from './skill-orphan.ts'
import { skillReference } from './skill-reference.ts'
import { skillVendored } from './skill-vendored.ts'

/** The rules of the notes layout. */
export const rules: readonly Rule[] = [
  noteDuplicate,
  noteGrowth,
  skillFrontMatter,
  skillOrphan,
  skillReference,
  skillVendored,
]
