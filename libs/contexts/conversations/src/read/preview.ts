import type { MessageContent } from '@parley/contracts/events';

const LENGTH = 140;

/** The line that a list shows of a message: its text, or the names of its attachments; '' if it has neither. */
export function previewOf(content: MessageContent | undefined): string {
  const line = quote(content).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH - 1).join('')}…` : line;
}

function quote(content: MessageContent | undefined): string {
  switch (content?.type) {
    case 'text':
    case 'template':
      return content.text;
    case 'email':
      return content.text || content.subject;
    case 'asset':
      return content.caption ?? content.assets.map((asset) => asset.fileName ?? '').join(', ');
    case 'location':
      return content.name ?? content.address ?? '';
    case 'contacts':
      return content.contacts.map((contact) => contact.name).join(', ');
    default:
      return '';
  }
}
