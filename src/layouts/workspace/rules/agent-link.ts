import type { Document } from '../../../core/document.ts'
import { shellWord } from '../../../core/messages.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import {
  agentDirectories,
  type Destination,
  type MissingLink,
  missingLinks,
  targetOf,
} from '../hot-memory.ts'
import { workspaceSettings } from '../settings.ts'

/** Agents read the rules through symlinks: every symlink leads to a rule, and every agent has one to every rule. */
export const agentLink: MemoryRule = {
  id: 'agent-link',
  summary: "Every agent's directory has a symlink to every rule, and its symlinks lead nowhere else.",
  why: 'The rule directory is the one source of hot memory. A broken symlink or a missing one means that one agent works without a rule that the others follow; a copy means that it will follow an old one.',
  howToFix:
    'Run `memkeep check --fix` for missing symlinks. Point a wrong symlink at its rule by hand, and replace a copy by a symlink.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: true,
  example: {
    bad: '.codex/user-profile.md -> ../agent/rules/user-profile.md\n',
    good: '.codex/user-profile.md -> ../agent/rules/common/user-profile.md\n',
  },
  kinds: ['hot-rule', 'agent-file', 'agent-link'],
  subject: 'memory',
  check: (memory, report) => {
    const { hotRules } = workspaceSettings(memory.settings)
    for (const { links, files } of agentDirectories(memory)) {
      for (const { document, destination } of links) {
        const found = wrongLink(document, destination, hotRules)
        if (found) report(document.path, found)
      }
      for (const { document, copyOf } of files) if (copyOf) report(document.path, copyFinding(copyOf))
    }
    for (const one of missingLinks(memory)) report(one.rule.path, missingFinding(one))
  },
  fix: (memory, findings) => {
    const wanted = new Set(findings.map(({ path, message }) => `${path} ${message}`))
    const free = missingLinks(memory).filter(
      (one) => !one.taken && wanted.has(`${one.rule.path} ${missingFinding(one).message}`),
    )
    return new Map(free.map(({ link, target }) => [link, { kind: 'link', target }] as const))
  },
}

function wrongLink(link: Document, destination: Destination, hotRules: string): Found | null {
  const help = `Point the symlink at a file in ${hotRules}, or delete it.`
  const target = targetOf(link)
  const { type } = destination
  if (type === 'outside') {
    return { place: WHOLE_FILE, message: `The symlink leads out of the repository, to ${target}`, help }
  }
  if (type === 'broken') {
    return { place: WHOLE_FILE, message: `The symlink to ${target} is broken: no such file`, help }
  }
  if (type === 'elsewhere') {
    const message = `The symlink leads to ${destination.path}, not to a file in ${hotRules}`
    return { place: WHOLE_FILE, message, help }
  }
  return null
}

function copyFinding(rule: Document): Found {
  return {
    place: WHOLE_FILE,
    severity: 'warning',
    message: `The file is a copy of ${rule.path}, not a symlink to it`,
    help: 'Replace the copy by a symlink, so that both stay the same.',
  }
}

function missingFinding({ rule, directory, link, target, taken }: MissingLink): Found {
  const name = rule.path.slice(rule.path.lastIndexOf('/') + 1)
  const base = { place: WHOLE_FILE, severity: 'warning', fixable: !taken } as const
  if (taken) {
    return {
      ...base,
      message: `The rule has no symlink in ${directory}: ${link} is something else`,
      help: `Move what is the agent's own in ${link} to another name, then run \`memkeep check --fix\`.`,
    }
  }
  return {
    ...base,
    message: `The rule has no symlink in ${directory}: ${link} should lead to ${name}`,
    help: `Run \`memkeep check --fix\`, or at the top of the repository \`ln -s ${shellWord(target)} ${shellWord(link)}\`.`,
  }
}
