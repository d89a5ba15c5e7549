// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { LayoutTools } from '../core/layout-tools.ts'
import { workspaceTools } from './workspace/tools/index.ts'

/** What agents get of every layout that has something for them: what checks and hooks load does without. */
export const layoutTools: readonly LayoutTools[] = [workspaceTools]
