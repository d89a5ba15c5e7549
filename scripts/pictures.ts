// Makes the pictures in docs/images from runs of the built command; with --check it only lists those that are not current, exit 1.
// usage: node scripts/build.mjs --quiet && node scripts/run.mjs scripts/pictures.ts [--check]
import { settle } from './generate/output.ts'
import { checkSession } from './pictures/check-session.ts'
import { settleReportPicture } from './pictures/report-page.ts'

const check = process.argv.includes('--check')
const stale = settle([{ path: 'docs/images/check.svg', text: checkSession() }], check)
const isReportStale = await settleReportPicture(check)
if (check && (isReportStale || stale.length > 0)) process.exitCode = 1
