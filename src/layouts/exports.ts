// Generated from the listing of this folder by `npm run generate`: do not edit.
export * from './working-memory/exports.ts'
