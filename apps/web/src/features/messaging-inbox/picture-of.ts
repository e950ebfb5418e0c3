import type { Chat } from '@parley/contracts/api/conversations';

/** Platforms that provide pictures of contacts. */
const showing = ['telegram', 'messenger', 'instagram'];

/** Path of the contact's picture; undefined if the platform has none. */
export function pictureOf({ id, platform }: Pick<Chat, 'id' | 'platform'>): string | undefined {
  return showing.includes(platform) ? `/api/v3/messaging-chats/${id}/picture` : undefined;
}
