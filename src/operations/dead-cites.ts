import type { DatedText, DeadCite } from '../core/citation.ts'

/** What each text names that is gone since its day. Most texts name no path, and then git is not asked. */
export async function deadCitesOf(
  texts: readonly DatedText[],
  cwd: string,
): Promise<readonly (readonly DeadCite[])[]> {
  if (!texts.some(({ text, day }) => day !== undefined && /`[^`\s]*[./][^`\s]*`/.test(text))) return []
  const { deadCites } = await import('../engine/asked-history.ts')
  return deadCites(texts, cwd)
}

/** What a text names that is gone, in words. Untrusted. */
export function deadLine({ cites, since, now }: DeadCite): string {
  return `cites \`${cites}\`, gone since ${since}${now === undefined ? '' : `; \`${now}\` now`}`
}
