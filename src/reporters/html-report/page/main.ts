// What runs in the page: it is bundled into it, and has nothing but the page's own elements to go by.

switchTheme()
showFocusedLinks()
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

/** On a narrow screen the list of links scrolls: the one that has the focus is shown whole. */
function showFocusedLinks(): void {
  for (const link of document.querySelectorAll('nav a')) {
    link.addEventListener('focus', () => link.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }
}

/**
 * Has the filters hide the rows that do not match all of them, unfold what has rows that do, and say how many are left. Without a
 * filter all is as folded as before it.
 */
function filterFindings(): void {
  const filters = byId('filters', HTMLDivElement)
  const causes = byId('causes', HTMLDivElement)
  const text = byId('filter-text', HTMLInputElement)
  const reset = byId('filter-reset', HTMLButtonElement)
  const count = byId('filter-count', HTMLParagraphElement)
  if (!filters || !causes || !text || !reset || !count) return
  const selects = [...filters.querySelectorAll('select')]
  const groups = [...causes.querySelectorAll('details')].map((details) => ({
    details,
    /** Before there was a filter. */
    wasOpen: details.open,
    counted: details.querySelector('.count'),
    said: details.querySelector('.count')?.textContent ?? '',
    name: (details.querySelector('summary')?.textContent ?? '').toLowerCase(),
    folders: [...details.querySelectorAll('tbody')].map((body) => {
      const [head, ...rows] = body.rows
      const folder = head?.querySelector('.path')?.textContent ?? ''
      return {
        body,
        rows: rows.map((row) => ({ row, text: `${folder}${row.textContent ?? ''}`.toLowerCase() })),
      }
    }),
  }))

  let wasFiltered = false
  const apply = (): void => {
    const words = text.value.toLowerCase().split(/\s+/)
    const chosen = selects.flatMap(({ id, value }) =>
      value === '' ? [] : [[id.replace('filter-', ''), value] as const],
    )
    const isFiltered = chosen.length > 0 || words.some((word) => word !== '')
    const isChange = isFiltered !== wasFiltered
    wasFiltered = isFiltered
    let left = 0
    let total = 0
    for (const group of groups) {
      const { details, counted, said, name, folders } = group
      let inGroup = 0
      for (const { body, rows } of folders) {
        let inFolder = 0
        for (const { row, text } of rows) {
          const data = { ...details.dataset, ...row.dataset }
          const fits =
            words.every((word) => text.includes(word) || name.includes(word)) &&
            chosen.every(([key, value]) => (data[key] ?? '').split(' ').includes(value))
          row.hidden = !fits
          total += 1
          if (fits) inFolder += 1
        }
        body.hidden = inFolder === 0
        inGroup += inFolder
      }
      details.hidden = inGroup === 0
      if (isFiltered && isChange) group.wasOpen = details.open
      if (isFiltered) details.open = inGroup > 0
      else if (isChange) details.open = group.wasOpen
      if (counted) counted.textContent = isFiltered ? `${grouped(inGroup)} of ${said}` : said
      left += inGroup
    }
    const more = Number(count.dataset.left ?? 0)
    const others = more > 0 ? ` ${grouped(more)} more are counted only, and are not looked through.` : ''
    count.textContent = `${
      left === 0
        ? 'No finding fits these filters.'
        : left === total
          ? `All ${grouped(left)} findings ${more > 0 ? 'of this page ' : ''}are shown.`
          : `${grouped(left)} of ${grouped(total)} findings fit.`
    }${others}`
    reset.disabled = left === total
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

function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** The element with an id, if it is there and of this class. */
function byId<T extends HTMLElement>(id: string, type: new () => T): T | null {
  const element = document.getElementById(id)
  return element instanceof type ? element : null
}
