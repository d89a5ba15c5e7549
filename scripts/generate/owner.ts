/** The owner that package.json names; texts have a word in its place until then. */
export function ownerOf(repository: { readonly url?: string } | string | undefined): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return /([\w.-]+)\/memkeep(?:\.git)?$/.exec(url)?.[1] ?? NO_OWNER
}

export const NO_OWNER = 'OWNER'
