// Compares what memkeep reads in real documents with what people, or another reader, read in them (test/corpus).
// usage: npm run test:corpus -- DIR [CLONES], where DIR holds the repositories that the paths begin with, and CLONES
// clones of public repositories, each named owner+name, at the commit that their labels name
import { existsSync } from 'node:fs'
import { checkHeadings } from './corpus/headings.ts'
import { comparePlans, comparePlansByCode } from './corpus/plans.ts'

const [directory, clones] = process.argv.slice(2)
if (directory === undefined) {
  console.error('usage: npm run test:corpus -- DIR [CLONES]')
  process.exit(2)
}
if (!existsSync(directory)) {
  console.log(`${directory} is not there: the corpus is skipped`)
  process.exit(0)
}
const arePlansRight = comparePlans(directory)
const areHeadingsRight = await checkHeadings(directory)
const areRightByCode = clones === undefined || (await comparePlansByCode(clones))
process.exitCode = arePlansRight && areHeadingsRight && areRightByCode ? 0 : 1
