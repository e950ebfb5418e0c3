import type { Chat } from '@parley/contracts/api/conversations';

/** Platforms that show pictures of people. */
const showing = ['telegram', 'messenger', 'instagram'];

/** Where the picture is of whom a conversation is with; undefined where its platform shows none. */
export function pictureOf({ id, platform }: Pick<Chat, 'id' | 'platform'>): string | undefined {
  return showing.includes(platform) ? `/api/v3/messaging-chats/${id}/picture` : undefined;
}
