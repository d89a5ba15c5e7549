/** The hooks that a plain commit does not run: one bundle, loaded when one of them is called. */
export { postCheckout, postMerge, postRewrite } from './post-hooks.ts'
export { preMergeCommit } from './pre-merge-commit.ts'
export { prePush } from './pre-push.ts'
