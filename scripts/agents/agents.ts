/** A coding agent that runs without a person, and how it is pointed at a model server of this machine. */
export type Agent = {
  /** What `npm run test:agents` calls it. */
  readonly id: string
  /** The name of its loader model. */
  readonly name: string
  readonly package: string
  readonly command: string
  readonly args: readonly string[]
  /** Its tools that read a file, with the name of the argument. */
  readonly read: { readonly tools: readonly string[]; readonly argument: string } | null
  /** How it runs sessions in which memkeep's hooks are called; absent where it has no hooks that were seen. */
  readonly session?: {
    /** As `init --agent-hooks` names it. */
    readonly hooksOf: string
    /** What it needs besides to call hooks that no person has reviewed. */
    readonly args: readonly string[]
    /** A tool that changes nothing. */
    readonly tools: {
      readonly names: readonly string[]
      readonly args: (root: string) => { readonly [name: string]: string }
    }
    /** Arguments that make the last session compact; null where it cannot be asked to. */
    readonly compact: readonly string[] | null
  }
  readonly environment: (url: string) => { readonly [name: string]: string }
  /** Files of its own folder in the home, by path. */
  readonly home: (at: { readonly url: string; readonly root: string }) => { readonly [path: string]: string }
}

const KEY = 'no-key'

const PROMPT = 'Say one word.'

/** The agents whose requests are recorded. Each gets a HOME of its own, and no key. */
export const AGENTS: readonly Agent[] = [
  {
    id: 'codex',
    name: 'Codex',
    package: '@openai/codex',
    command: 'codex',
    args: ['exec', '--skip-git-repo-check', PROMPT],
    read: null,
    session: {
      hooksOf: 'codex',
      args: ['--dangerously-bypass-hook-trust'],
      tools: { names: ['exec_command', 'shell_command'], args: () => ({ cmd: 'true' }) },
      compact: [
        'exec',
        'resume',
        '--last',
        '--skip-git-repo-check',
        '--dangerously-bypass-hook-trust',
        '-c',
        'model_auto_compact_token_limit=5',
        PROMPT,
      ],
    },
    environment: () => ({ MOCK_KEY: KEY }),
    home: ({ url, root }) => ({
      '.codex/config.toml': [
        'model = "mock"',
        'model_provider = "mock"',
        '[model_providers.mock]',
        'name = "mock"',
        `base_url = "${url}/v1"`,
        'env_key = "MOCK_KEY"',
        'wire_api = "responses"',
        'requires_openai_auth = false',
        ...(root === '' ? [] : [`[projects."${root}"]`, 'trust_level = "trusted"']),
        '',
      ].join('\n'),
    }),
  },
  {
    id: 'claude',
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    command: 'claude',
    args: ['-p', '--dangerously-skip-permissions', PROMPT],
    read: { tools: ['Read'], argument: 'file_path' },
    session: {
      hooksOf: 'claude',
      args: [],
      tools: { names: ['Read'], args: (root) => ({ file_path: `${root}/README.md` }) },
      compact: ['-p', '--dangerously-skip-permissions', '--continue', '/compact'],
    },
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    }),
    home: () => ({}),
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    command: 'gemini',
    args: ['-y', '-p', PROMPT],
    read: { tools: ['read_file'], argument: 'file_path' },
    session: {
      hooksOf: 'gemini',
      args: [],
      tools: { names: ['read_file'], args: (root) => ({ file_path: `${root}/README.md` }) },
      compact: null,
    },
    environment: (url) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: KEY,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    home: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
  },
  {
    id: 'opencode',
    name: 'opencode',
    package: 'opencode-ai',
    command: 'opencode',
    args: ['run', '--model', 'mock/mock', PROMPT],
    read: { tools: ['read'], argument: 'filePath' },
    environment: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    home: ({ url }) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            name: 'mock',
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: { mock: { name: 'mock', limit: { context: 1_000_000, output: 1000 } } },
          },
        },
      }),
    }),
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    command: 'qwen',
    args: ['--auth-type', 'openai', '-y', '-p', PROMPT],
    read: { tools: ['read_file'], argument: 'file_path' },
    environment: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: 'mock' }),
    home: () => ({ '.qwen/settings.json': JSON.stringify({ privacy: { usageStatisticsEnabled: false } }) }),
  },
  {
    id: 'copilot',
    name: 'Copilot CLI',
    package: '@github/copilot',
    command: 'copilot',
    args: ['-p', PROMPT, '--allow-all-tools'],
    read: { tools: ['view'], argument: 'path' },
    environment: (url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: 'mock',
    }),
    home: () => ({}),
  },
]
