import { rootSetting } from '../../core/root-setting.ts'

const setting = rootSetting('atomic', {
  description: 'Where the atomic layout keeps its files.',
  holds: 'The directory of the category folders: facts, decisions, goals, tasks, reflections.',
  value: 'memory',
})

/** JSON Schema of this layout's top-level setting. */
export const atomicSettingsSchema = setting.schema

/** The directory of the category folders, relative to the repository root, without a slash at the end. */
export const atomicRoot = setting.read
