import type { Fact, Personal } from './event';

/** How a channel may know a person. `external` is an id that only means something on that channel. */
export const aliasKinds = ['phone', 'bsuid', 'email', 'external'] as const;
export type AliasKind = (typeof aliasKinds)[number];

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
  | Fact<'ContactLabelled', { labelId: string }>
  | Fact<'ContactUnlabelled', { labelId: string }>
  /** Their key is deleted right after: whatever views still show of them goes. */
  | Fact<'ContactErased', Record<string, never>>;
