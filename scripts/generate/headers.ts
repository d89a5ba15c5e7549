/** The first line of a source that lists the files next to it. */
export const LISTED = '// Generated from the listing of this folder by `npm run generate`: do not edit.'

/** The first line of a source that is made from the declarations of operations. */
export const DECLARED = '// Generated from the operations of layouts by `npm run generate`: do not edit.'
