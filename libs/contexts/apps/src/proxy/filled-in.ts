/** Stands for the token of the service that an app is signed in at. */
export const CONNECTION_TOKEN = 'connection.token';

const NAMED = /\{\{\s*(?:setting\.([a-zA-Z][a-zA-Z0-9]{0,39})|(connection\.token))\s*\}\}/g;

/** Names of the settings that a text asks for, and `connection.token` where it asks for that. */
export function settingsNamed(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, setting, token]) => setting ?? token ?? '');
}

/** Puts settings in the places of their names; of one that is not set, nothing. */
export function filledIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(
    NAMED,
    (_, setting?: string, token?: string) => values.get(setting ?? token ?? '') ?? '',
  );
}

/** Shorter ones stand in any text. */
const SHORTEST_HIDDEN = 4;

/** Takes secrets out of a text, in every spelling in which an answer may repeat them. */
export function redacted(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST_HIDDEN)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret)
        .toString('base64')
        .replace(/={1,2}$/, ''),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ])
    .sort((a, b) => b.length - a.length);
  return [...new Set(spellings)].reduce((left, secret) => left.replaceAll(secret, '••••'), text);
}
