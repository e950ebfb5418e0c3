import { parseUrl } from '@parley/contracts/rules/parse-url';
/**
 * The hosts of browsers' push services: Chrome and its derivatives, Firefox, Edge, and Safari. Endpoints come from
 * browsers, so the server calls no other hosts for them.
 */
const HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
];

/**
 * Whether an endpoint belongs to a push service: over HTTPS at the default port, or below an origin that the operator
 * configured.
 * @param others origins, such as `https://push.example`
 */
export function isPushService(endpoint: string, others: readonly string[]): boolean {
  const url = parseUrl(endpoint);
  if (!url) return false;
  const { protocol, origin, hostname, port, username, password } = url;
  if (username || password) return false;
  if (others.includes(origin)) return true;
  const isKnown = HOSTS.some(
    (host) => hostname === host || (host.startsWith('.') && hostname.endsWith(host)),
  );
  return protocol === 'https:' && port === '' && isKnown;
}

/** Whether a push that shows no notification is penalised: Safari ends the subscription after a few. */
export function mustShow(endpoint: string): boolean {
  return new URL(endpoint).hostname.endsWith('.push.apple.com');
}
