import type { LiteralFile } from '../../../src/core/snapshot.ts'
import type { Files } from '../../helpers/check-literal.ts'
import type { PlantedLayout } from '../../helpers/planted.ts'
import { idOf, lineOf, recordText } from './records.ts'

const ROOT = '.agent-memory'

const ignored = (...fields: Parameters<typeof recordText>): LiteralFile => ({
  ignored: recordText(...fields),
})

const at = (scope: string, number: number): string => `${ROOT}/${scope}/${idOf(number)}.json`

const WORKING = at('working', 1)
const DURABLE = at('durable', 2)

export const clean: Files = {
  [`${ROOT}/.gitignore`]: { ignored: '*\n' },
  [WORKING]: ignored(),
  [DURABLE]: ignored({ id: idOf(2), scope: 'durable', kind: 'decision' }),
  [at('session', 3)]: ignored({ id: idOf(3), scope: 'session', kind: 'note', last_used_at: null }),
  [`${ROOT}/_archive/working/${idOf(4)}.json`]: ignored({ id: idOf(1) }),
  [`${ROOT}/_archive/working-invalid/${idOf(5)}.json`]: { ignored: '{ "id": ' },
  [`${ROOT}/_compactions/2026-03-01.json`]: { ignored: '{ "scanned": 4 }\n' },
}

export const planted: PlantedLayout['planted'] = {
  'record-id': { path: WORKING, file: ignored({ id: idOf(9) }), at: lineOf('id') },
  'record-scope': { path: WORKING, file: ignored({ scope: 'session' }), at: lineOf('scope') },
  'record-version': { path: WORKING, file: ignored({ schemaVersion: 2 }), at: lineOf('schemaVersion') },
  'record-times': {
    path: WORKING,
    file: ignored({ updated_at: '2026-02-20T11:29:59Z' }),
    at: lineOf('updated_at'),
  },
  'durable-kind': {
    path: DURABLE,
    file: ignored({ id: idOf(2), scope: 'durable', kind: 'note' }),
    at: lineOf('kind'),
  },
  'root-ignored': { path: WORKING, file: recordText(), at: 1, reported: ROOT },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'record',
  living: 'record',
  dated: 'record',
}
