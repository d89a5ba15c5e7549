import type { Settings } from '../../core/settings.ts'
import type { ListName } from './project-facts.ts'
import { coworkSettings } from './settings.ts'

/** Where the index of the project memory lies. */
export function projectMemoryPath(settings: Settings): string {
  return `${coworkSettings(settings).root}/memory/project/memory.json`
}

/** Where the detail file of a row lies. The id must have its form: then it cannot lead anywhere else. */
export function detailPath(settings: Settings, list: ListName, id: string): string {
  return `${coworkSettings(settings).root}/memory/project/${list}/${id}.md`
}
