// Prints what the first labelled questions find, so that a test can run it in another environment.
import { bm25Ranker } from '../../src/retrieval/bm25.ts'
import { buildIndex, factsOf } from '../../src/retrieval/search-index.ts'
import { readProjects } from './labelled-questions.ts'

const { items, questions } = readProjects()
const search = bm25Ranker(buildIndex(items.map((item) => factsOf(item))))
process.stdout.write(JSON.stringify(questions.slice(0, 40).map(({ query }) => search.rank(query))))
