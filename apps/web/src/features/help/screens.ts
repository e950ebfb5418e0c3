/**
 * Names of help pages by path pattern; the first match counts. A settings path without a match gets the name of its
 * page: `/settings/tags` has `settings-tags`.
 */
const screens: [path: RegExp, screen: string][] = [
  [/^\/messaging-inbox/, 'inbox'],
  [/^\/email-inbox/, 'email-inbox'],
  [/^\/start-conversation/, 'start-conversation'],
  [/^\/contacts\/lists/, 'contact-lists'],
  [/^\/contacts\/imports/, 'contact-imports'],
  [/^\/contacts\/segments/, 'segments'],
  [/^\/contacts\/duplicates/, 'duplicates'],
  [/^\/contacts\/./, 'contact'],
  [/^\/contacts/, 'contacts'],
  [/^\/engage\/(create|edit)/, 'engage-broadcast'],
  [/^\/engage\/rate-limits/, 'engage-limits'],
  [/^\/engage/, 'engage'],
  [/^\/insights/, 'insights'],
  [/^\/exports/, 'exports'],
  [/^\/team-chat/, 'team-chat'],
  [/^\/workload/, 'workload'],
  [/^\/test-channel/, 'test-channel'],
  [/^\/(apps|connect)/, 'apps'],
  [/^\/support/, 'support'],
  [/^\/settings\/status/, 'status'],
  [/^\/settings\/activity/, 'activity'],
  [/^\/settings\/set-aside-mails/, 'set-aside-mails'],
  [/^\/settings\/whatsapp-templates/, 'settings-templates'],
  [/^\/settings\/smart-routing/, 'smart-routing'],
  [/^\/settings\/ip-whitelisting/, 'settings-ip'],
  [/^\/settings\/developers\/webhooks/, 'developers-webhooks'],
  [/^\/settings\/developers\/events/, 'developers-events'],
  [/^\/settings\/developers\/parked/, 'developers-parked'],
  [/^\/settings\/developers/, 'developers-keys'],
  [/^\/settings\/?$/, 'settings'],
];

/** Name of the help page for the screen at a path; null if there is none. */
export function screenOf(path: string): string | null {
  const screen = screens.find(([pattern]) => pattern.test(path))?.[1];
  const [, name] = /^\/settings\/([\w-]+)/.exec(path) ?? [];
  return screen ?? (name === undefined ? null : `settings-${name}`);
}
