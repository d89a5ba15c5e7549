import { rootSetting } from '../../core/root-setting.ts'

const setting = rootSetting('workingMemory', {
  description: 'Where the working memory of tasks lies.',
  holds: 'The directory that holds a directory for each task.',
  value: '.working-memory',
})

/** JSON Schema of this layout's top-level setting. */
export const workingMemorySettingsSchema = setting.schema

/** The directory that holds a directory for each task, relative to the repository root, without a slash at the end. */
export const workingMemoryRoot = setting.read
