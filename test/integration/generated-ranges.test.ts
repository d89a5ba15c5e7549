import { test } from 'vitest'
import { judgeRequests } from '../helpers/generated-ranges.ts'

test(
  'generated pull requests: a secret is found in whatever commit it is, a loss and a loosening where the end has them',
  () => judgeRequests(20, Date.now() % 1e9),
  120_000,
)
