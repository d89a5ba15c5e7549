import { rootSetting } from '../../core/root-setting.ts'

const setting = rootSetting('agentMemory', {
  description: 'Where the agent-memory layout keeps its files.',
  holds: 'Records by scope, the archive and compaction reports; git ignores it.',
  value: '.agent-memory',
})

/** JSON Schema of this layout's top-level setting. */
export const agentMemorySettingsSchema = setting.schema

/** The directory of the layout, relative to the repository root, without a slash at the end. */
export const agentMemoryRoot = setting.read
