/** @jest-environment jsdom */
import { linkToConversation, previewWords, sharedParts } from './conversation-links';

const id = '0b2f6b1e-4a55-4b0e-9d1b-0d9c2a4e7f10';

it('splits a text into plain parts and the conversations that it links to', () => {
  expect(sharedParts(`Can you look?\n${linkToConversation(id)}?list=new Thanks`)).toEqual([
    { text: 'Can you look?' },
    { conversationId: id },
    { text: 'Thanks' },
  ]);
});

it('leaves links to other sites and other pages as text', () => {
  const text = `https://example.com/messaging-inbox/${id} ${location.origin}/contacts/${id}`;
  expect(sharedParts(text)).toEqual([{ text }]);
});

it('names a conversation in a preview, even if its link is cut off', () => {
  expect(previewWords(`Look: ${linkToConversation(id)}`, 'Conversation')).toBe('Look: Conversation');
  expect(previewWords(linkToConversation(id).slice(0, -9), 'Conversation')).toBe('Conversation');
});
