import { byId } from './by-id.ts'

/** Has the button switch between light and dark; until it is pressed, the page goes with the system. */
export function switchTheme(): void {
  const button = byId('theme', HTMLButtonElement)
  if (!button) return
  const system = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const isDark = (): boolean => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const show = (): void => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    show()
  })
  system.addEventListener('change', show)
  show()
  button.hidden = false
}
