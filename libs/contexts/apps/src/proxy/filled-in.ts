/** Placeholder for the access token of the service at which the app is signed in. */
export const CONNECTION_TOKEN = 'connection.token';

const NAMED = /\{\{\s*(?:setting\.([a-zA-Z][a-zA-Z0-9]{0,39})|(connection\.token))\s*\}\}/g;

/** Names of the settings in a text's placeholders, including `connection.token`. */
export function settingsNamed(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, setting, token]) => setting ?? token ?? '');
}

/** Replaces placeholders with the values of settings; an unset setting becomes empty text. */
export function filledIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(
    NAMED,
    (_, setting?: string, token?: string) => values.get(setting ?? token ?? '') ?? '',
  );
}

/** Minimum length of a secret to redact: shorter ones occur in any text. */
const MIN_HIDDEN_LENGTH = 4;

/** Removes secrets from a text, in all encodings in which an answer may repeat them. */
export function redacted(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= MIN_HIDDEN_LENGTH)
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
