import { test } from 'vitest'
import { judgeRequests } from '../helpers/generated-ranges.ts'

test('two hundred generated pull requests', () => judgeRequests(200, Date.now() % 1e9), 600_000)
