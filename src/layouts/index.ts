// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Layout } from '../core/layout.ts'
import { withPrecedence } from '../core/places.ts'
import { adr } from './adr/layout.ts'
import { agentMemory } from './agent-memory/layout.ts'
import { atomic } from './atomic/layout.ts'
import { claudeMemory } from './claude-memory/layout.ts'
import { cowork } from './cowork/layout.ts'
import { instructions } from './instructions/layout.ts'
import { log } from './log/layout.ts'
import { memoryBank } from './memory-bank/layout.ts'
import { openclaw } from './openclaw/layout.ts'
import { serena } from './serena/layout.ts'
import { specKit } from './spec-kit/layout.ts'
import { workingMemory } from './working-memory/layout.ts'
import { workspace } from './workspace/layout.ts'

/** Every way of keeping memory that memkeep knows. */
export const layouts: readonly Layout[] = withPrecedence([
  adr,
  agentMemory,
  atomic,
  claudeMemory,
  cowork,
  instructions,
  log,
  memoryBank,
  openclaw,
  serena,
  specKit,
  workingMemory,
  workspace,
])
