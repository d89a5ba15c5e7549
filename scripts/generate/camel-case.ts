/** `tag-near-duplicate` → `tagNearDuplicate`. */
export function camelCase(id: string): string {
  return id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
