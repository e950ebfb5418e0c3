import { partsOf } from '../../conversation/thread/text-links';

const path = /^\/messaging-inbox\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** Link that shares a conversation; it contains no personal data. */
export function linkToConversation(id: string): string {
  return `${location.origin}/messaging-inbox/${id}`;
}

/** Id of the conversation to which a link leads; null for links to other pages or hosts. */
export function conversationIn(href: string): string | null {
  const url = new URL(href);
  if (url.host !== location.host) return null;
  return path.exec(url.pathname)?.[1]?.toLowerCase() ?? null;
}

export type SharedPart = { text: string } | { conversationId: string };

/** Splits a text into plain parts and shared conversations, in their order. */
export function sharedParts(text: string): SharedPart[] {
  const parts: SharedPart[] = [];
  let words = '';
  const flush = () => {
    if (words.trim() !== '') parts.push({ text: words.trim() });
    words = '';
  };
  for (const part of partsOf(text)) {
    const conversationId = part.href === null ? null : conversationIn(part.href);
    if (conversationId === null) {
      words += part.text;
      continue;
    }
    flush();
    parts.push({ conversationId });
  }
  flush();
  return parts;
}

/** Replaces links to conversations in the preview of a message by the word `shared`. */
export function previewWords(preview: string, shared: string): string {
  // A preview may be cut in the middle of a link.
  const address = new RegExp(`${escaped(location.origin)}/messaging-inbox/[\\da-f-]*\\S*`, 'gi');
  return preview.replace(address, () => shared);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
