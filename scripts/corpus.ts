// Compares what memkeep reads in real documents with what people read in them beforehand (test/corpus).
// usage: npm run test:corpus -- DIR, where DIR holds the repositories that the paths begin with
import { comparePlans } from './corpus/plans.ts'

const [directory] = process.argv.slice(2)
if (directory === undefined) {
  console.error('usage: npm run test:corpus -- DIR')
  process.exit(2)
}
process.exitCode = comparePlans(directory) ? 0 : 1
