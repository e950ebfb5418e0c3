import type { EntryRow } from '../read/transcript.rows';

/** The content of a message as text; null if the message was deleted or its contact erased. */
export function wordsOf({ content, is_deleted }: EntryRow): string | null {
  if (!content || is_deleted) return null;
  switch (content.type) {
    case 'text':
    case 'information':
      return content.text;
    case 'template':
      return [content.header, content.text, content.footer, ...(content.buttons ?? [])]
        .filter(Boolean)
        .join('\n');
    case 'email':
      return `${content.subject}\n\n${content.text}`;
    case 'asset':
      return content.caption ?? '';
    case 'location': {
      const { name, address, latitude, longitude } = content;
      return [name, address, `${latitude}, ${longitude}`].filter(Boolean).join('\n');
    }
    case 'contacts':
      return content.contacts
        .map(({ name, phones, emails }) => [name, ...phones, ...emails].join(', '))
        .join('\n');
    case 'unsupported':
      return content.rawKind;
  }
}

/**
 * Storage paths of a message's files, each with its name in the export, which contains the ids of conversation and
 * message.
 */
export function filesOf(entry: EntryRow): { path: string; name: string }[] {
  if (entry.is_deleted) return [];
  return entry.assets.flatMap(({ path, fileName, contentType }, index) => {
    if (!path) return [];
    const plain = (fileName ?? contentType.replace('/', '.'))
      .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
      .slice(-100);
    return [{ path, name: `files/${entry.conversation_id}/${entry.id}-${index + 1}-${plain}` }];
  });
}
