import type { Chat, SendResponse } from './conversations';

/** Maximum number of contacts in the response of a recipient search. */
export const MAX_CONTACTS_FOUND = 8;

/** A possible recipient, with the conversations with this contact that the viewer may see. */
export interface Recipient {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  isBlocked: boolean;
  conversations: Pick<Chat, 'id' | 'channelId' | 'status' | 'assignedUserId' | 'lastInboundMessageTime'>[];
}

/** GET /api/v3/conversation-starts/recipients */
export interface RecipientsResponse {
  data: Recipient[];
}

/** GET /api/v3/conversation-starts/channels: ids of the channels that match a name in a link. */
export interface ChannelsNamedResponse {
  data: string[];
}

/** POST /api/v3/conversation-starts */
export interface StartResponse extends SendResponse {
  chatId: string;
}
