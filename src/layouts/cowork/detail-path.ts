import type { Settings } from '../../core/settings.ts'
import type { ListName } from './project-facts.ts'
import { coworkRoot } from './settings.ts'

/** Where the index of the project memory lies. */
export function projectMemoryPath(settings: Settings): string {
  return `${coworkRoot(settings)}/memory/project/memory.json`
}

/** Where the detail file of a row lies. The id must have its form: then it cannot lead anywhere else. */
export function detailPath(settings: Settings, list: ListName, id: string): string {
  return `${coworkRoot(settings)}/memory/project/${list}/${id}.md`
}
