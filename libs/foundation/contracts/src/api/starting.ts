import type { Chat, SendResponse } from './conversations';

/** Contacts that a search for whom to write to answers at most. */
export const MOST_CONTACTS_FOUND = 8;

/** Somebody to write to, with the conversations with them that the viewer may see. */
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

/** GET /api/v3/conversation-starts/channels: ids of the channels that a link means. */
export interface ChannelsNamedResponse {
  data: string[];
}

/** POST /api/v3/conversation-starts */
export interface StartResponse extends SendResponse {
  chatId: string;
}
