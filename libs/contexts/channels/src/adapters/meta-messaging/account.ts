import type { ChannelManifest } from '@parley/contracts/channels/manifest';
import type { Alias, Connection } from '../adapter';
import { askerOf, type Ask } from '../http';

/** Messenger and Instagram are one API with two kinds of accounts. */
export interface Surface {
  manifest: ChannelManifest;
  platform: 'messenger' | 'instagram';
  ask: Ask;
  /** The credential of the manifest that names the account. */
  accountField: string;
  /** Asks about the page whose token it is, and where the account's id and name stand in the answer. */
  account: { fields: string; path: string[]; name: string };
  /** What is asked about a person. */
  profileFields: string;
}

export function surfaceOf(surface: Omit<Surface, 'ask'>): Surface {
  return { ...surface, ask: askerOf(surface.manifest.api) };
}

/** Ids of people mean something for one page or account. */
export function scopeOf(platform: Surface['platform'], accountId: string): string {
  return `${platform}/${accountId}`;
}

const USER_REF = 'user_ref/';

/** How somebody is known of whom Meta gives only a reference to who ticked a box on a page: never an id of digits. */
export function userRef(ref: string): string {
  return USER_REF + ref;
}

/** Whom a message goes to, as the Send API names them. */
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
