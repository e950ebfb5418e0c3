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
  /** Oldest first, as the comments are. */
  metadata: MetadataEntry[];
  internalComments: InternalComment[];
  /** ISO 8601 UTC. */
  createdAt: string;
}
