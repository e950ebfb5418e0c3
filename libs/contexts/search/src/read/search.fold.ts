import { wordsOf } from '@parley/contracts/api/search-query';
import {
  idOf,
  type ContactEvent,
  type ConversationEvent,
  type MessageContent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { messageTime } from '@parley/contracts/rules/message-time';
import { storable, wordsFound } from '../words/found';
import { foundBy, type ContactFields, type ContactRow, type EntryRow } from './search.rows';

/**
 * The entry that an event creates if it is the first of its message; null for later events and for content that
 * cannot be decrypted.
 */
export function entryOfMessage(event: RecordedEvent & MessageEvent): EntryRow | null {
  switch (event.type) {
    case 'MessageReceived':
    case 'MessageEchoed':
    case 'MessageQueued': {
      const { conversationId, contactId, personal } = event.data;
      const content = personal && foundIn(personal.content);
      if (!content) return null;
      return {
        id: idOf(event.stream),
        customer_id: event.customerId,
        conversation_id: conversationId,
        subject_id: contactId,
        kind: 'message',
        direction: event.type === 'MessageReceived' ? 'in' : 'out',
        author_id: event.actor.type === 'user' ? event.actor.id : null,
        time: messageTime(event.data, event.time),
        ...content,
      };
    }
    default:
      return null;
  }
}

/** The entry after an edit; null if the new content cannot be decrypted or has nothing to search. */
export function edited(
  row: EntryRow,
  { data }: Extract<MessageEvent, { type: 'MessageEdited' }>,
): EntryRow | null {
  const content = data.personal && foundIn(data.personal.content);
  return content && { ...row, ...content };
}

export function entryOfNote(
  event: RecordedEvent & Extract<ConversationEvent, { type: 'InternalCommentAdded' }>,
): EntryRow | null {
  const { commentId, userId, subject, personal } = event.data;
  if (!personal) return null;
  return {
    id: commentId,
    customer_id: event.customerId,
    conversation_id: idOf(event.stream),
    subject_id: subject,
    kind: 'note',
    direction: 'none',
    author_id: userId,
    time: event.time,
    ...said(personal.text, [], false),
  };
}

type Found = Pick<EntryRow, 'text' | 'files' | 'has_file' | 'has_link' | 'terms'>;

/** The text and file names of a message by which it can be found; null if it has neither. */
function foundIn(content: MessageContent): Found | null {
  const files =
    content.type === 'asset' ? content.assets.flatMap(({ fileName }) => (fileName ? [fileName] : [])) : [];
  const text = textOf(content);
  const hasFile = content.type === 'asset' && content.assets.length > 0;
  return text === '' && !hasFile ? null : said(text, files, hasFile);
}

function said(text: string, files: string[], hasFile: boolean): Found {
  const found = wordsFound(text, files);
  return { ...found, has_file: hasFile, has_link: /\bhttps?:\/\/|\bwww\.\w/i.test(found.text) };
}

function textOf(content: MessageContent): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'email':
      return lines(content.subject, content.text);
    case 'asset':
      return content.caption ?? '';
    case 'location':
      return lines(content.name, content.address);
    case 'contacts':
      return lines(...content.contacts.flatMap(({ name, phones, emails }) => [name, ...phones, ...emails]));
    case 'template':
      return lines(content.header, content.text, content.footer);
    case 'unsupported':
      return '';
  }
}

function lines(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n');
}

type AboutContact = RecordedEvent &
  Extract<
    ContactEvent,
    {
      type:
        | 'ContactRegistered'
        | 'ContactIdentified'
        | 'ContactDetailsChanged'
        | 'ContactAbsorbed'
        | 'ContactReleased'
        | 'ContactCommentAdded'
        | 'ContactCommentChanged'
        | 'ContactCommentRemoved';
    }
  >;

const aboutContact: ReadonlySet<string> = new Set([
  'ContactRegistered',
  'ContactIdentified',
  'ContactDetailsChanged',
  'ContactAbsorbed',
  'ContactReleased',
  'ContactCommentAdded',
  'ContactCommentChanged',
  'ContactCommentRemoved',
] satisfies AboutContact['type'][]);

export function isAboutContact(event: RecordedEvent): event is AboutContact {
  return aboutContact.has(event.type);
}

/** The row of the contact after an event; null if there was no row and the event has no readable personal data. */
export function contactAfter(known: ContactRow | undefined, event: AboutContact): ContactRow | null {
  const isSaid = 'personal' in event.data && event.data.personal !== null;
  if (!known && !isSaid) return null;
  const { customerId: customer_id, stream } = event;
  const row = known ?? { id: idOf(stream), customer_id, fields: {}, comments: {}, search: '' };
  const after = { ...row, ...told(row, event) };
  return { ...after, search: searchTextOf(after) };
}

function told(
  { fields, comments }: ContactRow,
  event: AboutContact,
): Partial<Pick<ContactRow, 'fields' | 'comments'>> {
  switch (event.type) {
    case 'ContactCommentAdded':
    case 'ContactCommentChanged': {
      const { commentId, personal } = event.data;
      const isGone = event.type === 'ContactCommentChanged' && !(commentId in comments);
      return personal && !isGone ? { comments: { ...comments, [commentId]: storable(personal.text) } } : {};
    }
    case 'ContactCommentRemoved': {
      const { [event.data.commentId]: _removed, ...rest } = comments;
      return { comments: rest };
    }
    default: {
      const personal = (event.data.personal ?? {}) as Record<string, string | null | undefined>;
      const after: ContactFields = { ...fields };
      for (const field of foundBy) {
        const value = personal[field];
        if (value === null) delete after[field];
        else if (value !== undefined) after[field] = storable(value);
      }
      return { fields: after };
    }
  }
}

/**
 * The text in which contacts are searched. A blank precedes each word, so that a search finds a word by its
 * beginning; a bar follows each field and comment, so that a phrase matches only within one of them; the phone's
 * digits follow a `#`.
 */
function searchTextOf({ fields, comments }: ContactRow): string {
  const notes = Object.keys(comments).sort();
  const texts = [...foundBy.map((field) => fields[field] ?? ''), ...notes.map((id) => comments[id] ?? '')];
  const digits = fields.phone?.replace(/\D/g, '') ?? '';
  return ` ${texts.flatMap((text) => [...wordsOf(text), '|']).join(' ')} #${digits}`;
}
