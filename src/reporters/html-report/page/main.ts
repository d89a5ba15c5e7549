// What runs in the page: it is bundled into it, and has nothing but the page's own elements to go by.

switchTheme()
filterFindings()

/** Has the button switch between light and dark, and say which it brings; until it is pressed, the page goes with the system. */
function switchTheme(): void {
  const button = byId('theme', HTMLButtonElement)
  if (!button) return
  const system = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const isDark = (): boolean => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const show = (): void => {
    const brings = isDark() ? 'light' : 'dark'
    button.dataset.brings = brings
    button.textContent = brings === 'light' ? 'Light theme' : 'Dark theme'
  }
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    show()
  })
  system.addEventListener('change', show)
  show()
  button.hidden = false
}

/** Has the filters hide the rows that do not match all of them, and says how many are left. */
function filterFindings(): void {
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

/** The element with an id, if it is there and of this class. */
function byId<T extends HTMLElement>(id: string, type: new () => T): T | null {
  const element = document.getElementById(id)
  return element instanceof type ? element : null
}
