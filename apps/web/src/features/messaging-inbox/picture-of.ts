import type { Chat } from '@parley/contracts/api/conversations';

/** Platforms from which contacts' profile pictures can be fetched. */
const showing = ['telegram', 'messenger', 'instagram'];

/** Path of the contact's profile picture; undefined if the platform provides none. */
export function pictureOf({ id, platform }: Pick<Chat, 'id' | 'platform'>): string | undefined {
  return showing.includes(platform) ? `/api/v3/messaging-chats/${id}/picture` : undefined;
}
