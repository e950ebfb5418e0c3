import type { ChannelManifest } from '@parley/contracts/channels/manifest';
import type { Alias, Connection } from '../adapter';
import { askerOf, type Ask } from '../http';

/** Messenger and Instagram share one API with two kinds of accounts. */
export interface Surface {
  manifest: ChannelManifest;
  platform: 'messenger' | 'instagram';
  ask: Ask;
  /** The credential in the manifest that contains the account's id. */
  accountField: string;
  /** The fields to request about the token's page, and where the response contains the account's id and name. */
  account: { fields: string; path: string[]; name: string };
  profileFields: string;
}

export function surfaceOf(surface: Omit<Surface, 'ask'>): Surface {
  return { ...surface, ask: askerOf(surface.manifest.api) };
}

/** The ids of people are valid only for one page or account. */
export function scopeOf(platform: Surface['platform'], accountId: string): string {
  return `${platform}/${accountId}`;
}

const USER_REF = 'user_ref/';

/**
 * The alias of a person for whom Meta sends only a reference, because they ticked a box on a web page. The prefix
 * keeps it distinct from ids, which are digits.
 */
export function userRef(ref: string): string {
  return USER_REF + ref;
}

/** The recipient in the form of the Send API. */
export function recipientOf(
  to: Alias[],
  { platform }: Surface,
  { providerAccountId }: Connection,
): { id: string } | { user_ref: string } | null {
  const scope = scopeOf(platform, providerAccountId ?? '');
  const id = to.find((alias) => alias.kind === 'external' && alias.scope === scope)?.value;
  if (!id) return null;
  return id.startsWith(USER_REF) ? { user_ref: id.slice(USER_REF.length) } : { id };
}
