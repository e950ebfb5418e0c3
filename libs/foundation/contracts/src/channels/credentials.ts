import type { Platform } from '../events/channel.events';
import { EMAIL_ADDRESS } from '../rules/email-rules';
import type { ChannelManifest, CredentialField, CredentialFormat } from './manifest';

/** Values that an administrator entered, by the keys of the manifest. */
export type Credentials = Record<string, string>;

export interface BrokenCredential {
  key: string;
  rule: CredentialRule;
}

/**
 * `unknown`: the provider has no such field. `blanks`: a token contains a character that tokens cannot have, such as
 * a line break.
 */
export type CredentialRule =
  'required' | 'too_long' | 'digits' | 'blanks' | 'email' | 'server' | 'key' | 'unknown';

const formats: Record<CredentialFormat, { pattern: RegExp; rule: CredentialRule }> = {
  // The value becomes part of a URL.
  digits: { pattern: /^\d{5,32}$/, rule: 'digits' },
  // Copying may add a line break; the error then differs from that of a wrong token.
  token: { pattern: /^[\x21-\x7e]+$/, rule: 'blanks' },
  email: { pattern: EMAIL_ADDRESS, rule: 'email' },
  key: {
    pattern:
      /^(-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)?[A-Za-z0-9+/=\s]{100,}(-----END [A-Z ]{0,20}PRIVATE KEY-----)?$/,
    rule: 'key',
  },
  server: { pattern: /^(?!-)[a-z0-9.-]{1,253}:[1-9]\d{0,4}$/i, rule: 'server' },
};

/** The fields that an administrator fills in to connect an account on a platform. */
export function askedFor({ credentials }: ChannelManifest, platform: Platform): CredentialField[] {
  return credentials.filter(({ platforms }) => !platforms || platforms.includes(platform));
}

/** All rules that the credentials of a new channel break. The connect dialog and the server use the same check. */
export function brokenCredentials(
  manifest: ChannelManifest,
  platform: Platform,
  given: Credentials,
): BrokenCredential[] {
  const fields = askedFor(manifest, platform);
  const missing = fields.filter(({ key, isOptional }) => !isOptional && !given[key]);
  return [...missing.map(({ key }) => ({ key, rule: 'required' as const })), ...broken(fields, given)];
}

/** All rules that replacement secrets break. Absent secrets keep their value; accounts cannot be replaced. */
export function brokenReplacements(manifest: ChannelManifest, given: Credentials): BrokenCredential[] {
  return broken(replaceable(manifest), given);
}

/** The fields whose values can be replaced later. */
export function replaceable(manifest: ChannelManifest): CredentialField[] {
  return manifest.credentials.filter(({ keptAs }) => keptAs === 'secret');
}

function broken(fields: readonly CredentialField[], given: Credentials): BrokenCredential[] {
  return Object.entries(given).flatMap(([key, value]): BrokenCredential[] => {
    const field = fields.find((known) => known.key === key);
    if (!field) return [{ key, rule: 'unknown' }];
    if (value === '') return [];
    const { pattern, rule } = formats[field.format];
    if (value.length > field.mostLength) return [{ key, rule: 'too_long' }];
    return pattern.test(value) ? [] : [{ key, rule }];
  });
}

/** Removes the spaces that pasting may add around a value. */
export function withoutBlanks(given: Credentials): Credentials {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.trim()]));
}

/**
 * Splits credentials into the ids of the account and the secrets, which get the names under which they are encrypted.
 */
export function sorted(manifest: ChannelManifest, given: Credentials) {
  const fields = manifest.credentials.filter(({ key }) => given[key]);
  const kept = (as: CredentialField['keptAs']) => fields.filter(({ keptAs }) => keptAs === as);
  const [account] = kept('account');
  const [business] = kept('business');
  return {
    providerAccountId: account ? (account.prefix ?? '') + spelt(account, given[account.key]!) : null,
    businessAccountId: business ? given[business.key]! : null,
    secrets: Object.fromEntries(kept('secret').map(({ key, secretName = key }) => [secretName, given[key]!])),
  };
}

/** E-mail addresses are case-insensitive. */
function spelt({ format }: CredentialField, value: string): string {
  return format === 'email' ? value.toLowerCase() : value;
}
