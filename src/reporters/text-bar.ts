/** Cells of a bar. */
const WIDTH = 20

/** How much of a limit is used, as a bar of 20 cells; full where it is passed. Anything above nothing shows. */
export function textBar(size: number, most: number): string {
  const share = most > 0 ? size / most : 1
  const full = Math.min(WIDTH, size > 0 ? Math.max(1, Math.floor(share * WIDTH)) : 0)
  return '█'.repeat(full) + '░'.repeat(WIDTH - full)
}
