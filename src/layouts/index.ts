// Generated from the listing of this folder by `npm run generate`: do not edit.
import { type Layout, lazyLayout } from '../core/layout.ts'
import { withPrecedence } from '../core/places.ts'
import { adrPaths } from './adr/claim.ts'
import { adr } from './adr/layout.ts'
import { agentMemoryPaths } from './agent-memory/claim.ts'
import { agentMemory } from './agent-memory/layout.ts'
import { atomicPaths } from './atomic/claim.ts'
import { atomic } from './atomic/layout.ts'
import { claudeMemoryPaths } from './claude-memory/claim.ts'
import { claudeMemory } from './claude-memory/layout.ts'
import { coworkPaths } from './cowork/claim.ts'
import { cowork } from './cowork/layout.ts'
import { instructionsPaths } from './instructions/claim.ts'
import { instructions } from './instructions/layout.ts'
import { logPaths } from './log/claim.ts'
import { log } from './log/layout.ts'
import { memoryBankPaths } from './memory-bank/claim.ts'
import { memoryBank } from './memory-bank/layout.ts'
import { notesPaths } from './notes/claim.ts'
import { notes } from './notes/layout.ts'
import { openclawPaths } from './openclaw/claim.ts'
import { openclaw } from './openclaw/layout.ts'
import { serenaPaths } from './serena/claim.ts'
import { serena } from './serena/layout.ts'
import { specKitPaths } from './spec-kit/claim.ts'
import { specKit } from './spec-kit/layout.ts'
import { workingMemoryPaths } from './working-memory/claim.ts'
import { workingMemory } from './working-memory/layout.ts'
import { workspacePaths } from './workspace/claim.ts'
import { workspace } from './workspace/layout.ts'

/** Every way of keeping memory that memkeep knows. A bundle loads all of a layout but its claim when something asks for it. */
export const layouts: readonly Layout[] = withPrecedence([
  lazyLayout(adrPaths, () => adr),
  lazyLayout(agentMemoryPaths, () => agentMemory),
  lazyLayout(atomicPaths, () => atomic),
  lazyLayout(claudeMemoryPaths, () => claudeMemory),
  lazyLayout(coworkPaths, () => cowork),
  lazyLayout(instructionsPaths, () => instructions),
  lazyLayout(logPaths, () => log),
  lazyLayout(memoryBankPaths, () => memoryBank),
  lazyLayout(notesPaths, () => notes),
  lazyLayout(openclawPaths, () => openclaw),
  lazyLayout(serenaPaths, () => serena),
  lazyLayout(specKitPaths, () => specKit),
  lazyLayout(workingMemoryPaths, () => workingMemory),
  lazyLayout(workspacePaths, () => workspace),
])
