/** @jest-environment jsdom */
import { linkToConversation, previewWords, sharedParts } from './conversation-links';

const id = '0b2f6b1e-4a55-4b0e-9d1b-0d9c2a4e7f10';

it('An address of a conversation is a card between the words around it', () => {
  expect(sharedParts(`Can you look?\n${linkToConversation(id)}?list=new Thanks`)).toEqual([
    { text: 'Can you look?' },
    { conversationId: id },
    { text: 'Thanks' },
  ]);
});

it('Addresses elsewhere, and other pages, stay words', () => {
  const text = `https://example.com/messaging-inbox/${id} ${location.origin}/contacts/${id}`;
  expect(sharedParts(text)).toEqual([{ text }]);
});

it('A preview names a conversation, also where its address is cut', () => {
  expect(previewWords(`Look: ${linkToConversation(id)}`, 'Conversation')).toBe('Look: Conversation');
  expect(previewWords(linkToConversation(id).slice(0, -9), 'Conversation')).toBe('Conversation');
});
