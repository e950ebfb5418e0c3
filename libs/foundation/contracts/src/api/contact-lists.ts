import type { ContactConditions } from './contact-conditions';

/** The kind of job that adds contacts to a fixed list. */
export const FILL_LIST = 'contact-list-fill';

export const LIST_NAME_LENGTH = 100;
export const LIST_DESCRIPTION_LENGTH = 500;
/** Lists of an organisation. */
export const MOST_LISTS = 500;
/** Live lists of an organisation: each contact that changes is held against all of them. */
export const MOST_LIVE_LISTS = 50;

/** How many of some contacts there are, and how many of them may be written to. */
export interface ListReach {
  members: number;
  /** Members who have not agreed to campaign messages. */
  optedOut: number;
  blocked: number;
}

export interface ContactListResponse extends ListReach {
  id: string;
  name: string;
  description: string;
  /** Of a live list; null: it is fixed. */
  conditions: ContactConditions | null;
  /** The stored conditions of a live list are invalid: it has no members until they are changed. */
  isInvalid: boolean;
  isArchived: boolean;
  /** ISO 8601 UTC. */
  createdAt: string;
}

/** What uses a list, so that it cannot be deleted: `broadcast`, and how many. */
export interface ListUse {
  what: string;
  count: number;
}

/** GET /api/v3/contact-lists/{id} */
export interface ContactListDetails extends ContactListResponse {
  /** Members who can be reached, by the channel's id; channels that reach nobody are left out. */
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
  /** Names the next page as `after`. */
  next: string | null;
}

/** GET /api/v3/contact-lists/{id}/members/{contactId}: whether somebody is in a list, and why not. */
export interface ListMembership {
  isMember: boolean;
  /** Of a live list: places of conditions that the contact does not meet, as [group, condition]. */
  failing: [number, number][];
}

/** POST /api/v3/contact-lists/preview: who would be in a live list. */
export interface ListPreview extends ListReach {
  reach: Record<string, number>;
  /** Ten of them. */
  names: string[];
}
