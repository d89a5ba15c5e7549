/** The element with an id, if it is there and of this class. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T | null {
  const element = document.getElementById(id)
  return element instanceof type ? element : null
}
