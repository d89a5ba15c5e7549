import { byId } from './by-id.ts'

/** Has the filters hide the rows that do not match all of them, and says how many are left. */
export function filterFindings(): void {
  const filters = byId('filters', HTMLDivElement)
  const table = byId('finding-table', HTMLTableElement)
  const text = byId('filter-text', HTMLInputElement)
  const reset = byId('filter-reset', HTMLButtonElement)
  const count = byId('filter-count', HTMLParagraphElement)
  if (!filters || !table || !text || !reset || !count) return
  const selects = [...filters.querySelectorAll('select')]
  const rows = [...(table.tBodies[0]?.rows ?? [])].map((row) => ({
    row,
    text: [...row.cells]
      .map(({ textContent }) => textContent)
      .join(' ')
      .toLowerCase(),
  }))

  const apply = (): void => {
    const words = text.value.toLowerCase().split(/\s+/)
    const chosen = selects.map(({ id, value }) => [id.replace('filter-', ''), value] as const)
    let left = 0
    for (const { row, text } of rows) {
      const fits =
        words.every((word) => text.includes(word)) &&
        chosen.every(([name, value]) => value === '' || row.dataset[name] === value)
      row.hidden = !fits
      if (fits) left += 1
    }
    const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')
    count.textContent =
      left === 0
        ? 'No finding fits these filters.'
        : left === rows.length
          ? `All ${grouped(left)} findings are shown.`
          : `${grouped(left)} of ${grouped(rows.length)} findings fit.`
    reset.disabled = left === rows.length
  }

  filters.addEventListener('input', apply)
  reset.addEventListener('click', () => {
    text.value = ''
    for (const select of selects) select.value = ''
    apply()
    text.focus()
  })
  filters.hidden = false
  apply()
}
