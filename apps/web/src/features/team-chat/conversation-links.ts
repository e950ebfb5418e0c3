import { partsOf } from '../../conversation/thread/text-links';

const path = /^\/messaging-inbox\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** The address by which a conversation with a contact is shared. It says nothing of whom it is with. */
export function linkToConversation(id: string): string {
  return `${location.origin}/messaging-inbox/${id}`;
}

/** The conversation that an address of this organisation's Parley leads to; null: it is another address. */
export function conversationIn(href: string): string | null {
  const url = new URL(href);
  if (url.host !== location.host) return null;
  return path.exec(url.pathname)?.[1]?.toLowerCase() ?? null;
}

export type SharedPart = { text: string } | { conversationId: string };

/** A text in its order: words, and the conversations that it shares. */
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

/** One line for lists and alerts, in which a shared conversation is named by what it is. */
export function previewWords(preview: string, shared: string): string {
  // A preview is cut: of an address at its end a part may be left.
  const address = new RegExp(`${escaped(location.origin)}/messaging-inbox/[\\da-f-]*\\S*`, 'gi');
  return preview.replace(address, () => shared);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
