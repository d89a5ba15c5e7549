// Compares what memkeep reads in real documents with what people, or another reader, read in them (test/corpus).
// usage: npm run test:corpus -- DIR, where DIR holds the repositories that the paths begin with
import { existsSync } from 'node:fs'
import { checkHeadings } from './corpus/headings.ts'
import { comparePlans } from './corpus/plans.ts'

const [directory] = process.argv.slice(2)
if (directory === undefined) {
  console.error('usage: npm run test:corpus -- DIR')
  process.exit(2)
}
if (!existsSync(directory)) {
  console.log(`${directory} is not there: the corpus is skipped`)
  process.exit(0)
}
const arePlansRight = comparePlans(directory)
const areHeadingsRight = await checkHeadings(directory)
process.exitCode = arePlansRight && areHeadingsRight ? 0 : 1
