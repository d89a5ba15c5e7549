/** Of the environment: what slows every Node down, what points git elsewhere, and what turns hooks off. */
const DROPPED =
  /^(NODE_EXTRA_CA_CERTS|NODE_OPTIONS|NODE_COMPILE_CACHE|HUSKY|LEFTHOOK|SKIP_SIMPLE_GIT_HOOKS|(GIT|MEMKEEP)(_.*)?)$/

/** The environment that every program is measured in: ours, without what would make the numbers another machine's. */
export function plainEnvironment(more: { readonly [name: string]: string } = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !DROPPED.test(name))
  return { ...Object.fromEntries(kept), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...more }
}
