import type { Fact, Personal } from './event';

/** How a channel may know a person. `external` is an id that only means something on that channel. */
export type AliasKind = 'phone' | 'bsuid' | 'email' | 'external';

export interface ContactProfile {
  name?: string;
  phone?: string;
  email?: string;
  /** WhatsApp's business-scoped user id, for people whose phone we are not shown. */
  bsuid?: string;
  username?: string;
}

export type ContactEvent =
  | Fact<'ContactRegistered', Personal<ContactProfile>>
  /** A channel told us something we did not know: only the fields that are new. */
  | Fact<'ContactIdentified', Personal<ContactProfile>>
  | Fact<'ContactConversationStarted', { channelId: string; conversationId: string }>
  /** Their key is deleted right after: whatever views still show of them goes. */
  | Fact<'ContactErased', Record<string, never>>;

/** Stream `claim-<HMAC>`: who owns a phone, an id, an address. Holds no personal data. */
export type ClaimEvent =
  | Fact<'AliasClaimed', { kind: AliasKind; ownerId: string }>
  /** Its owner was erased: the next one who comes with it is somebody new. */
  | Fact<'AliasReleased', { ownerId: string }>;
