/** GET /api/v3/contacts/{id}: what is known of a person. */
export interface ContactResponse {
  id: string;
  name: string | null;
  /** E.164, with the plus. */
  phone: string | null;
  email: string | null;
  /** WhatsApp's business-scoped user id. */
  bsuid: string | null;
  username: string | null;
  /** In the order in which they were put there. */
  labelIds: string[];
  /** ISO 8601 UTC. */
  createdAt: string;
}
