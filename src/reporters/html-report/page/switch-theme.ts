import { byId } from './by-id.ts'

/** Has the button switch between light and dark, and say which it brings; until it is pressed, the page goes with the system. */
export function switchTheme(): void {
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
