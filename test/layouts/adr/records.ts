/** A record in the form of Nygard. */
export const record = (title: string, status = 'Accepted', more = 'Because of the mails.'): string =>
  `# ${title}\n\n## Status\n\n${status}\n\n## Context\n\n${more}\n\n## Decision\n\nWe do it.\n`
