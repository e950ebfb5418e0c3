import type { ContactField } from '../events/contact.events';

/** What a colleague said of a contact; contacts never see it. */
export interface InternalComment {
  id: string;
  comment: string;
  /** Who wrote it, and may change it. */
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

/**
 * GET /api/v3/contacts/{id}: what is known of a person. Null is not known; a phone is E.164, with the plus.
 */
export interface ContactResponse extends Record<ContactField, string | null> {
  id: string;
  /** WhatsApp's business-scoped user id. */
  bsuid: string | null;
  username: string | null;
  /** In the order in which they were put there. */
  labelIds: string[];
  isBlocked: boolean;
  isHighPriority: boolean;
  /** Whether they agreed to campaign messages; when that was last said, and by whom: null by nobody in person. */
  optIn: { is: boolean; at: string | null; byId: string | null };
  /** Values of custom attributes, by the attribute's id. */
  attributes: { id: string; value: string }[];
  /** Who was merged into them: each can be taken apart again. */
  merged: { id: string; name: string | null }[];
  /** When they last wrote. */
  lastSeenAt: string | null;
  /** Nothing is known of them any more. */
  isErased: boolean;
  /** Oldest first, as the comments are. */
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

/** Contacts are counted so far; there may be more. */
export const MOST_COUNTED = 100_000;

/** GET /api/v3/contacts/{id}/conversations: those that the viewer may see, the last one first. */
export interface ContactConversation {
  id: string;
  channelId: string;
  status: 'open' | 'closed';
  assignedUserId: string | null;
  assignedTeamId: string | null;
  lastMessageAt: string;
}

/** Something that happened to a contact. `fields` are names of fields, `ids` what else it was about. */
export interface ContactChange {
  id: string;
  /** The fact's type, such as `ContactLabelled`. */
  type: string;
  time: string;
  /** Null: nobody in person. */
  userId: string | null;
  fields: string[];
  labelId: string | null;
  otherId: string | null;
}

/** Two or more contacts that may be one person, by what they have in common. */
export interface DuplicateGroup {
  why: 'phone' | 'email' | 'reference' | 'name';
  contacts: ContactItem[];
}

/** What is done to many contacts at once: a job. */
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
  /** Channels by which they can be reached. */
  channelIds: string[];
  /** They agreed to campaign messages. */
  optIn: boolean;
  /** When they last wrote; null where they never did. */
  lastSeenAt: string | null;
  lastMessageAt: string | null;
  /** The conversation of the last message; null where there is none, or not for this viewer. */
  lastConversation: LastConversation | null;
  /** Who has that conversation. */
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

/** GET /api/v3/contacts. */
export interface ContactsPage<Item = ContactItem> {
  data: Item[];
  /** How many rows this page has, and all pages have. */
  count: number;
  total: number;
  /** False: there are more than `total`. */
  isTotalExact: boolean;
  /** From 1. */
  page: number;
  perPage: number;
  pageCount: number;
}
