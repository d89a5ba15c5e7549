import { expect, test } from 'vitest'
import { newestOf } from '../../bench/peers/install.ts'

const needs = (version: string, node: string) => ({ version, engines: { node } })

test('the newest version is taken that this Node can run', () => {
  expect(newestOf([needs('10.0.0', '>=20.1'), needs('9.9.9', '>=18'), needs('11.0.0', '>=999')])).toBe(
    '10.0.0',
  )
  expect(newestOf([needs('2.0.0', '>=18'), needs('3.0.0-beta.1', '>=18')])).toBe('2.0.0')
})

test('a version that names no Node can be run by any', () => {
  expect(newestOf([{ version: '1.0.0' }, needs('2.0.0', '>=999')])).toBe('1.0.0')
  expect(newestOf({ version: '1.2.3' })).toBe('1.2.3')
})

test('there may be none', () => {
  expect(newestOf([needs('1.0.0', '>=999')])).toBeNull()
})
