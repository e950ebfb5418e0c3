/** Ids and times that the examples share. */
export const contactId = '0c0ffee0-0000-4000-8000-000000000001';
export const conversationId = '0c0ffee0-0000-4000-8000-000000000002';
export const channelId = '0c0ffee0-0000-4000-8000-000000000003';
export const userId = '0c0ffee0-0000-4000-8000-000000000004';
export const otherUserId = '0c0ffee0-0000-4000-8000-00000000000c';
export const teamId = '0c0ffee0-0000-4000-8000-000000000005';
export const messageId = '0c0ffee0-0000-4000-8000-000000000006';
export const assetId = '0c0ffee0-0000-4000-8000-000000000007';
export const tagId = '0c0ffee0-0000-4000-8000-00000000000a';
export const labelId = '0c0ffee0-0000-4000-8000-00000000000b';
export const commentId = '0c0ffee0-0000-4000-8000-0000000000c1';
export const identityId = '0c0ffee0-0000-4000-8000-0000000000c3';
export const metadataId = '0c0ffee0-0000-4000-8000-0000000000c2';
export const at = '2026-11-14T10:00:00.000Z';
export const seenUpTo = '00000000000000000042';
export const to = { conversationId, channelId, contactId };
