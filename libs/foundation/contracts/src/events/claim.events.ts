import type { AliasKind } from './contact.events';
import type { Fact } from './event';
import type { Facts } from './facts';

/**
 * Kinds of values that are unique in an organisation, such as a contact's alias, a user's e-mail address or a
 * channel's account.
 */
export type ClaimKind =
  | AliasKind
  | 'user-email'
  | 'provider-account'
  | 'team-name'
  | 'tag-name'
  | 'label-name'
  | 'template-name'
  | 'app-name'
  | 'domain';

/** Stream `claim-<HMAC>`: who owns a value such as a phone number, an id or an address. Contains no personal data. */
export type ClaimEvent =
  | Fact<'AliasClaimed', { kind: ClaimKind; ownerId: string }>
  /** The owner was erased or deleted, or has another value now: the next claim of this value gets a new owner. */
  | Fact<'AliasReleased', { ownerId: string }>;

export const claimFacts: Facts<ClaimEvent, 'claim'> = {
  category: 'claim',
  upcasters: {
    AliasClaimed: [],
    AliasReleased: [],
  },
};
