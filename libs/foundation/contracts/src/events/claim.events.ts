import type { AliasKind } from './contact.events';
import type { Fact } from './event';
import type { Facts } from './facts';

/** What only one may have in an organisation: what a contact is known by, a user's address, a channel's account. */
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

/** Stream `claim-<HMAC>`: who owns a phone, an id, an address. Holds no personal data. */
export type ClaimEvent =
  | Fact<'AliasClaimed', { kind: ClaimKind; ownerId: string }>
  /** Its owner was erased, deleted or goes by another: whoever comes with it next is somebody new. */
  | Fact<'AliasReleased', { ownerId: string }>;

export const claimFacts: Facts<ClaimEvent, 'claim'> = {
  category: 'claim',
  upcasters: {
    AliasClaimed: [],
    AliasReleased: [],
  },
};
