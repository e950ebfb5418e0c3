import type { ContactField } from '../events/contact.events';

/** A colleague's comment on a contact; contacts never see it. */
export interface InternalComment {
  id: string;
  comment: string;
  /** The writer, who alone may change the comment. */
  userId: string;
  /** ISO 8601 UTC. */
  createdAt: string;
  changedAt: string | null;
}

export interface MetadataEntry {
  id: string;
  name: string;
  value: string;
}

/** GET /api/v3/contacts/{id}: the data of a contact. Null: unknown. A phone is E.164, with the plus. */
export interface ContactResponse extends Record<ContactField, string | null> {
  id: string;
  /** WhatsApp's business-scoped user id. */
  bsuid: string | null;
  username: string | null;
  /** In the order in which they were added. */
  labelIds: string[];
  isBlocked: boolean;
  isHighPriority: boolean;
  /**
   * Consent to marketing messages, the time of its last change, and the user who changed it; `byId` is null if no
   * user did.
   */
  optIn: { is: boolean; at: string | null; byId: string | null };
  /** Values of custom attributes, by the attribute's id. */
  attributes: { id: string; value: string }[];
  /** Contacts that were merged into this contact; each merge can be undone. */
  merged: { id: string; name: string | null }[];
  /** Time of the contact's last message, ISO 8601 UTC; null: none. */
  lastSeenAt: string | null;
  /** Whether the contact's personal data was erased. */
  isErased: boolean;
  /** Oldest first, like the comments. */
  metadata: MetadataEntry[];
  internalComments: InternalComment[];
  /** ISO 8601 UTC. */
  createdAt: string;
}

export const contactSorts = [
  'name',
  'nameDescending',
  'newest',
  'oldest',
  'lastSeen',
  'lastMessage',
] as const;
export type ContactSort = (typeof contactSorts)[number];

/** Contacts are counted up to this number; there may be more. */
export const MAX_COUNTED = 100_000;

/** GET /api/v3/contacts/{id}/conversations: those that the viewer may see, newest first. */
export interface ContactConversation {
  id: string;
  channelId: string;
  status: 'open' | 'closed';
  assignedUserId: string | null;
  assignedTeamId: string | null;
  lastMessageAt: string;
}

/**
 * A change of a contact. `fields`: names of the changed fields; `labelId`, `otherId`: the label or contact concerned.
 */
export interface ContactChange {
  id: string;
  /** Type of the event, such as `ContactLabelled`. */
  type: string;
  time: string;
  /** Null: no user made the change. */
  userId: string | null;
  fields: string[];
  labelId: string | null;
  otherId: string | null;
}

/** Two or more contacts that may be the same person, and the data that they share. */
export interface DuplicateGroup {
  why: 'phone' | 'email' | 'reference' | 'name';
  contacts: ContactItem[];
}

/** A change that a job makes to many contacts. */
export type ContactBulkAction =
  { type: 'label' | 'unlabel'; labelId: string } | { type: 'block' | 'unblock' | 'optIn' | 'optOut' };

export const CONTACT_CHANGES = 'contact-changes';
export const CONTACT_ERASURE = 'contact-erasure';

/** A row of GET /api/v3/contacts. Times are ISO 8601 UTC. */
export interface ContactItem extends Pick<
  ContactResponse,
  | 'id'
  | 'name'
  | 'phone'
  | 'email'
  | 'username'
  | 'company'
  | 'jobTitle'
  | 'reference'
  | 'city'
  | 'country'
  | 'labelIds'
  | 'isBlocked'
  | 'isHighPriority'
  | 'createdAt'
> {
  /** Channels that can reach the contact. */
  channelIds: string[];
  /** Whether the contact consented to marketing messages. */
  optIn: boolean;
  /** Time of the contact's last message; null: none. */
  lastSeenAt: string | null;
  lastMessageAt: string | null;
  /** The conversation of the last message; null if there is none, or if the viewer may not see it. */
  lastConversation: LastConversation | null;
  /** Assignee of that conversation. */
  assignedUserId: string | null;
  assignedTeamId: string | null;
}

export interface LastConversation {
  id: string;
  status: 'open' | 'closed';
  channelId: string;
  assignedUserId: string | null;
}

export const contactItemFields = [
  'id',
  'name',
  'phone',
  'email',
  'username',
  'company',
  'jobTitle',
  'reference',
  'city',
  'country',
  'labelIds',
  'channelIds',
  'isBlocked',
  'isHighPriority',
  'optIn',
  'createdAt',
  'lastSeenAt',
  'lastMessageAt',
  'lastConversation',
  'assignedUserId',
  'assignedTeamId',
] as const satisfies (keyof ContactItem)[];

/** GET /api/v3/contacts */
export interface ContactsPage<Item = ContactItem> {
  data: Item[];
  /** Number of rows on this page, and on all pages. */
  count: number;
  total: number;
  /** False: there are more than `total`. */
  isTotalExact: boolean;
  /** From 1. */
  page: number;
  perPage: number;
  pageCount: number;
}
