// Generated from the listing of this folder by `npm run generate`: do not edit.
import { addRecord } from './operations/add-record.ts'
import { compactRecords } from './operations/compact-records.ts'
import { findRecords } from './operations/find-records.ts'
import { getRecord } from './operations/get-record.ts'
import { listRecords } from './operations/list-records.ts'
import { maintainRecords } from './operations/maintain-records.ts'
import { promoteRecord } from './operations/promote-record.ts'
import { restoreRecord } from './operations/restore-record.ts'
import { updateRecord } from './operations/update-record.ts'

/** What agents get of this layout: a bundle loads it when one of these is called or listed. */
export const agentMemoryForAgents = {
  operations: {
    addRecord,
    compactRecords,
    findRecords,
    getRecord,
    listRecords,
    maintainRecords,
    promoteRecord,
    restoreRecord,
    updateRecord,
  },
  prompts: {},
}
