// What runs in the page: it is bundled into it, and has nothing but the page's own elements to go by.
import { filterFindings } from './filter-findings.ts'
import { switchTheme } from './switch-theme.ts'

switchTheme()
filterFindings()
