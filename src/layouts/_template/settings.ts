import { rootSetting } from '../../core/root-setting.ts'

const setting = rootSetting('template', {
  description: 'Where the notes lie.',
  holds: 'The directory of the notes.',
  value: 'notes',
})

/** JSON Schema of this layout's top-level setting: one key, the layout's id in camel case, each value with its default. */
export const templateSettings = setting.schema

/** The directory of the notes, relative to the repository root, without a slash at the end. */
export const templateRoot = setting.read
