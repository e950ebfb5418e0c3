import type {
  ConversationEvent,
  MessageContent,
  MessageEvent,
  RecordedEvent,
} from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { ConversationHistory } from '../testing/conversation-history';
import { InboxFold } from './inbox.fold';
import { ReadingFold } from './inbox-reading.fold';

let history: ConversationHistory;
beforeEach(() => {
  history = new ConversationHistory();
  history.begin('bell');
  history.begin('lamp');
});

const mail = (text: string): MessageContent => ({
  ...{ type: 'email', subject: text, text, assets: [] },
  ...{ from: { address: 'ana@example.org' }, to: [], cc: [], bcc: [] },
});
const receive = (word: string, text: string) => history.receive(word, text, { content: mail(text) });
const answer = (word: string, text: string) => history.queue(word, text, 'tom', 'ana', mail(text));
const move = (message: string, from: string, to: string) =>
  history.say(message, { type: 'MessageMoved', data: { from: id(from), to: id(to), isAlone: true } });
const archive = (word: string, seenUpTo: string) =>
  history.about(word, { type: 'ConversationArchived', data: { seenUpTo, afterHours: null } });
const note = (word: string, text: string) =>
  history.about(word, {
    type: 'InternalCommentAdded',
    data: {
      ...{ subject: id('ana'), personal: { text } },
      ...{ commentId: id(text), userId: id('tom'), clientKey: text },
    },
  });
const timeOf = (message: string) =>
  history.events.find(({ stream }) => stream === `message-${id(message)}`)!.time;

/** The list row that the fold gives a conversation after the whole history. */
function rowOf(word: string) {
  const fold = new InboxFold([], [], [], new ReadingFold([], []));
  for (const event of history.events) {
    if (event.stream.startsWith('conversation-')) {
      fold.applyConversation(event as RecordedEvent & ConversationEvent);
    } else if (event.stream.startsWith('message-')) {
      fold.applyMessage(event as RecordedEvent & MessageEvent);
    }
  }
  return fold.changedRows().find((row) => row.id === id(word))!;
}

test('keeps the contact waiting if the archiving user had not seen a message that was moved in', () => {
  const seen = receive('bell', 'Where is my bell?');
  const newest = receive('lamp', 'And the lamp?');
  move('Where is my bell?', 'bell', 'lamp');
  archive('lamp', newest);
  expect(rowOf('lamp').waiting_since).not.toBeNull();
  expect(rowOf('lamp').moved_in_position! > newest && newest > seen).toBe(true);
  archive('lamp', history.events.at(-1)!.position);
  expect(rowOf('lamp').waiting_since).toBeNull();
});

test('restores the waiting times of both conversations when a join is undone', () => {
  receive('bell', 'Where is my bell?');
  receive('lamp', 'And the lamp?');
  answer('lamp', 'The lamp is on its way');
  receive('lamp', 'Thanks, and when?');
  history.about('bell', {
    type: 'ConversationJoined',
    data: { into: id('lamp'), messageIds: [id('Where is my bell?')] },
  });
  archive('bell', history.events.at(-1)!.position);
  move('Where is my bell?', 'bell', 'lamp');
  expect(rowOf('lamp').waiting_since).toBe(timeOf('Where is my bell?'));
  move('Where is my bell?', 'lamp', 'bell');
  expect(rowOf('lamp').waiting_since).toBe(timeOf('Thanks, and when?'));
  expect(rowOf('bell').waiting_since).toBe(timeOf('Where is my bell?'));
});

test('shows a note again if it is newer than the mails left after a move', () => {
  receive('bell', 'Where is my bell?');
  note('bell', 'Ask the warehouse');
  receive('bell', 'And the lamp?');
  move('And the lamp?', 'bell', 'lamp');
  expect(rowOf('bell')).toMatchObject({ entry_id: id('Ask the warehouse'), entry_type: 'information' });
  receive('bell', 'Hello?');
  note('lamp', 'Sold out');
  move('Hello?', 'bell', 'lamp');
  expect(rowOf('bell')).toMatchObject({ entry_id: id('Ask the warehouse') });
  expect(rowOf('lamp')).toMatchObject({ entry_id: id('Sold out') });
});

test('does not show an echo of an own message in place of a mail that moves away', () => {
  receive('bell', 'Where is my bell?');
  answer('bell', 'On its way');
  history.echo('bell', 'Echo', { content: mail('On its way') });
  history.say('Echo', { type: 'MessageAliased', data: { messageId: id('On its way') } });
  move('On its way', 'bell', 'lamp');
  expect(rowOf('bell').entry_id).toBe(id('Where is my bell?'));
  expect(rowOf('lamp').entry_id).toBe(id('On its way'));
});
