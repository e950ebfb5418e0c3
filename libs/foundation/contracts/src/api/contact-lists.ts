import type { ContactConditions } from './contact-conditions';

/** Kind of the job that adds contacts to a fixed list. */
export const FILL_LIST = 'contact-list-fill';

export const LIST_NAME_LENGTH = 100;
export const LIST_DESCRIPTION_LENGTH = 500;
/** Maximum number of lists of an organisation. */
export const MAX_LISTS = 500;
/** Maximum number of live lists of an organisation: each change of a contact is checked against all of them. */
export const MAX_LIVE_LISTS = 50;

/** Number of members, and of those who may not be written to. */
export interface ListReach {
  members: number;
  /** Members who have not consented to marketing messages. */
  optedOut: number;
  blocked: number;
}

export interface ContactListResponse extends ListReach {
  id: string;
  name: string;
  description: string;
  /** Conditions of a live list; null: the list is fixed. */
  conditions: ContactConditions | null;
  /** True: the stored conditions of a live list are invalid, so it has no members until a user corrects them. */
  isInvalid: boolean;
  isArchived: boolean;
  /** ISO 8601 UTC. */
  createdAt: string;
}

/**
 * Objects of one kind that use a list and so prevent its deletion: the kind (`broadcast`) and the number of objects.
 */
export interface ListUse {
  what: string;
  count: number;
}

/** GET /api/v3/contact-lists/{id} */
export interface ContactListDetails extends ContactListResponse {
  /** Number of members that a channel can reach, by the channel's id; channels that reach no member are absent. */
  reach: Record<string, number>;
  uses: ListUse[];
}

export interface ListMember {
  id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  optIn: boolean;
  isBlocked: boolean;
}

/** GET /api/v3/contact-lists/{id}/members */
export interface ListMembersResponse {
  data: ListMember[];
  /** Value of `after` for the next page; null on the last page. */
  next: string | null;
}

/**
 * GET /api/v3/contact-lists/{id}/members/{contactId}: whether a contact is in a list, and which conditions it does
 * not meet.
 */
export interface ListMembership {
  isMember: boolean;
  /** Conditions of a live list that the contact does not meet, as [group index, condition index]. */
  failing: [number, number][];
}

/** POST /api/v3/contact-lists/preview: the members that a live list with these conditions would have. */
export interface ListPreview extends ListReach {
  reach: Record<string, number>;
  /** Names of up to ten members. */
  names: string[];
}
