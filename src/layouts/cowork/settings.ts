import { rootSetting } from '../../core/root-setting.ts'

const setting = rootSetting('cowork', {
  description: 'Where the cowork layout keeps its files.',
  holds: 'Project memory, iterations and session.json.',
  value: '.cowork',
})

/** JSON Schema of this layout's top-level setting. */
export const coworkSettingsSchema = setting.schema

/** The directory of the layout, relative to the repository root, without a slash at the end. */
export const coworkRoot = setting.read
