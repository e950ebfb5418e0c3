import fc from 'fast-check';
import type { ContactEvent, ConversationEvent, MessageContent, SlaPolicy } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { ConversationHistory } from './conversation-history';

/** Names of the conversations of a random history. */
export const words = ['a', 'b', 'c', 'd'];
/** Names of the users; Eva is added in the course of a history, or never. */
export const users = ['tom', 'lee', 'ada', 'mia', 'eva'];
export const teams = ['sales', 'support'];
/** Names that are used both for tags and for labels. */
export const marks = ['refund', 'returns', 'vip'];

const anything = [
  'receive',
  'queue',
  'hold',
  'release',
  'withdraw',
  'assign',
  'unassign',
  'archive',
  'reopen',
  'snooze',
  'wake',
  'read',
  'mark unread',
  'tick',
  'fail',
  'echo',
  'alias',
  'edit',
  'delete',
  'react',
  'click',
  'erase',
  'archive by itself',
  'write by itself',
  'expand',
  'force',
  'tag',
  'untag',
  'label',
  'unlabel',
  'merge',
  'forget',
  'remove',
  'begin',
  'note',
  'comment',
  'join',
  'promise',
  'tell',
  'rate',
  'move',
  'unite',
] as const;

export const step = fc.record({
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...anything) },
    // Repeats these kinds of steps, which would otherwise be rare.
    { weight: 1, arbitrary: fc.constantFrom('receive' as const, 'receive' as const, 'read' as const) },
  ),
  word: fc.constantFrom(...words),
  user: fc.option(fc.constantFrom(...users)),
  team: fc.option(fc.constantFrom(...teams)),
  back: fc.nat(5),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Every second conversation is on the website channel, where each user has a read state. */
function channelOf(word: string): { channel: string; readForAll: boolean } {
  const isWeb = words.indexOf(word) % 2 === 1;
  return { channel: isWeb ? 'web' : 'whatsapp', readForAll: !isWeb };
}

/** The last two conversations are by e-mail and with the same contact, so that messages can be moved between them. */
const mailed = words.slice(-2);
export const contactOf = (word: string) => `contact ${mailed.includes(word) ? mailed[0] : word}`;

function contentOf(word: string, text: string): MessageContent {
  if (!mailed.includes(word)) return { type: 'text', text };
  const people = { from: { address: 'ana@example.org' }, to: [], cc: [], bcc: [] };
  return { type: 'email', subject: `About ${text}`, ...people, text, assets: [] };
}

/** Events that change a contact's profile and status. */
function notesOn(contact: string): ContactEvent[] {
  const subject = id(contact);
  return [
    { type: 'ContactDetailsChanged', data: { subject, personal: { name: null, company: 'Ruiz' } } },
    { type: 'ContactDetailsChanged', data: { subject, personal: { name: 'Ana', email: 'ana@example.org' } } },
    { type: 'ContactBlocked', data: {} },
    { type: 'ContactUnblocked', data: {} },
    { type: 'ContactPrioritised', data: {} },
    {
      type: 'ContactMetadataSet',
      data: { subject, personal: { name: 'Frame', value: '54' }, metadataId: id('frame') },
    },
  ];
}

/** The event of a note for colleagues in a conversation. */
function commentOn(word: string, index: number): ConversationEvent {
  const personal = { text: `comment ${index}` };
  const by = { userId: id('tom'), clientKey: `comment-${index}` };
  return {
    type: 'InternalCommentAdded',
    data: { commentId: id(`comment ${index}`), subject: id(contactOf(word)), personal, ...by },
  };
}

/** An organisation's SLA policies; an empty list if `back` is 0. */
function promised(team: string | null, back: number): SlaPolicy[] {
  if (back === 0) return [];
  const conditions = {
    channelIds: [],
    teamIds: team === null ? [] : [id(team)],
    tagIds: back > 4 ? [id(`tag ${marks[0]}`)] : [],
  };
  return [
    {
      ...{ id: id('gold'), name: 'Gold', ...conditions, isPriorityOnly: back === 3 },
      targets: { firstReply: 10 * back, nextReply: 5, resolve: back % 2 ? 60 : null },
      ...{ countsBusinessHours: back % 2 === 0, pausesForContact: back > 2, warnsAtPercent: 80 },
    },
  ];
}

/**
 * A history of any steps in any order, even of steps that no command allows, because projectors have to cope with
 * them.
 */
export function historyOf(steps: Step[]): ConversationHistory {
  const history = new ConversationHistory();
  history.channel('whatsapp');
  history.channel('web', { teams: ['sales'], users: ['ada'], readForAll: false });
  history.user('mia', 'manager');
  history.user('tom', 'user');
  history.user('lee', 'user', { includeUnassigned: false });
  history.user('ada', 'user', { includeUnassigned: true });
  history.team('sales', ['lee']);
  history.team('support', ['ada', 'tom']);
  for (const mark of marks) history.mark(mark);
  for (const word of words) history.start(word, { contact: contactOf(word), ...channelOf(word) });
  const messages: string[] = [];
  const held: { word: string; message: string; by: string; contact: string }[] = [];
  const received = new Map<string, string>();
  /** Name of the current conversation of each e-mail. */
  const moved = new Map<string, string>();
  const positions: string[] = ['00000000000000000000'];
  const subjectOf = (message: string) => {
    const written = history.events.find(({ stream }) => stream === `message-${id(message)}`);
    return (written?.data as { subject: string } | undefined)?.subject ?? id('nobody');
  };
  const markOf = (back: number) => marks[back % marks.length]!;
  const at = (back: number) => `2026-05-02T00:00:0${back}.000Z`;
  for (const [index, { does, word, user, team, back }] of steps.entries()) {
    const message = messages.at(-1 - back) ?? 'unheard of';
    const contact = contactOf(word);
    const content = contentOf(word, `message ${index}`);
    const seenUpTo = positions.at(-1 - back) ?? positions[0]!;
    if (does === 'receive') {
      received.set(
        word,
        history.receive(word, `message ${index}`, {
          contact,
          content,
          providerTime: `2026-05-01T00:00:0${back}.000Z`,
        }),
      );
      positions.push(received.get(word)!);
      messages.push(`message ${index}`);
      if (mailed.includes(word)) moved.set(`message ${index}`, word);
    } else if (does === 'queue') {
      history.queue(word, `message ${index}`, user ?? 'tom', contact, content);
      if (mailed.includes(word)) moved.set(`message ${index}`, word);
      messages.push(`message ${index}`);
    } else if (does === 'hold') {
      history.hold(word, `message ${index}`, user ?? 'tom', contact);
      messages.push(`message ${index}`);
      held.push({ word, message: `message ${index}`, by: user ?? 'tom', contact });
    } else if (does === 'release') {
      const found = held.at(-1 - back);
      if (found)
        history.queue(
          found.word,
          found.message,
          found.by,
          found.contact,
          contentOf(found.word, found.message),
        );
      if (found && mailed.includes(found.word)) moved.set(found.message, found.word);
    } else if (does === 'withdraw') {
      const found = held.at(-1 - back);
      if (found) history.say(found.message, { type: 'MessageWithdrawn', data: {} });
    } else if (does === 'assign') history.assign(word, user, user === null && team === null ? 'sales' : team);
    else if (does === 'unassign') history.about(word, { type: 'ConversationUnassigned', data: {} });
    else if (does === 'archive')
      history.about(word, { type: 'ConversationArchived', data: { seenUpTo, afterHours: null } });
    else if (does === 'reopen')
      history.about(word, { type: 'ConversationReopened', data: { cause: 'user' } });
    else if (does === 'snooze') {
      const until = back > 2 ? at(back) : null;
      const data = { until, seenUpTo, userId: id(user ?? 'tom') };
      history.about(word, { type: 'ConversationSnoozed', data });
    } else if (does === 'wake') history.about(word, { type: 'ConversationWoken', data: { cause: 'user' } });
    else if (does === 'read') {
      history.read(word, user ?? 'ada', back > 3 ? seenUpTo : history.events.at(-1)!.position);
    } else if (does === 'mark unread') {
      const position = received.get(word);
      if (position) history.markUnread(word, user ?? 'ada', position);
    } else if (does === 'tick') {
      history.say(message, { type: back % 2 ? 'MessageDelivered' : 'MessageRead', data: { at: at(back) } });
    } else if (does === 'click') {
      const data = { contactId: id(contact), button: 'Shop', index: back };
      history.say(message, { type: 'MessageLinkOpened', data });
    } else if (does === 'fail') {
      const decline = { reason: 'unreachable' as const, at: at(back) };
      const fact = { type: 'MessageDeclined' as const, data: decline };
      history.say(message, back % 2 ? fact : { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } });
    } else if (does === 'echo') {
      history.echo(word, `message ${index}`, {
        contact,
        content,
        providerTime: `2026-05-01T00:00:0${back}.000Z`,
      });
      messages.push(`message ${index}`);
    } else if (does === 'alias') {
      history.say(message, { type: 'MessageAliased', data: { messageId: id(`ours ${index}`) } });
    } else if (does === 'edit') {
      const personal = { content: { type: 'text', text: `edited ${index}` } as const };
      history.say(message, {
        type: 'MessageEdited',
        data: { subject: subjectOf(message), personal, at: at(back) },
      });
    } else if (does === 'react') {
      const data = {
        subject: subjectOf(message),
        personal: { emoji: '👍' },
        by: 'contact' as const,
        at: at(back),
      };
      history.say(message, { type: 'MessageReacted', data });
    } else if (does === 'erase') history.erase(contact);
    else if (does === 'tag' || does === 'untag') history.tag(word, markOf(back), does === 'tag');
    else if (does === 'label' || does === 'unlabel') history.label(contact, markOf(back), does === 'label');
    else if (does === 'merge') history.merge(markOf(back), markOf(back + 1 + words.indexOf(word)));
    else if (does === 'forget') history.forget(markOf(back));
    else if (does === 'remove') history.delete(word);
    else if (does === 'begin')
      history.begin(word, { contact, ...channelOf(word), readForAll: back % 2 === 0 });
    else if (does === 'join') history.user('eva', 'manager');
    else if (does === 'comment') history.about(word, commentOn(word, index));
    else if (does === 'note') history.note(contact, notesOn(contact)[back]!);
    else if (does === 'promise') history.setting({ name: 'slaPolicies', value: promised(team, back) });
    else if (does === 'tell') {
      const told = { clock: 'firstReply', policyId: id('gold'), since: at(0), dueAt: at(1) } as const;
      history.about(word, { type: back % 2 ? 'SlaWarned' : 'SlaBreached', data: told });
    } else if (does === 'rate') {
      const whose = { userId: user === null ? null : id(user), teamId: null };
      const about = { messageId: id(message), position: received.get(word) ?? positions[0]! };
      const facts: ConversationEvent[] = [
        { type: 'SurveyPlanned', data: { at: at(back), ...whose } },
        { type: 'SurveyAsked', data: { messageId: id('question'), ...whose } },
        { type: 'SurveySkipped', data: { reason: 'window_closed' } },
        { type: 'SurveyAnswered', data: { ...about, score: 1 + (back % 5), ...whose } },
        { type: 'SurveyCommented', data: about },
      ];
      history.about(word, facts[back % facts.length]!);
    } else if (does === 'move') {
      const [found, place] = [...moved].at(-1 - back) ?? [];
      const to = mailed.find((other) => other !== place);
      if (!found || !place || !to) continue;
      moved.set(found, to);
      const places = { from: id(place), to: id(to) };
      history.say(found, { type: 'MessageMoved', data: { ...places, isAlone: back % 2 === 0 } });
    } else if (does === 'unite') {
      const other = id(mailed.find((mail) => mail !== word)!);
      const messageIds = [id(message)];
      const joined: ConversationEvent = { type: 'ConversationJoined', data: { into: other, messageIds } };
      const parted: ConversationEvent = { type: 'ConversationParted', data: { from: other, messageIds } };
      history.about(word, back % 2 ? joined : parted);
    } else if (does === 'archive by itself') {
      const direction = (['in', 'out', 'any'] as const)[back % 3]!;
      const rule = back > 3 ? null : { afterHours: back + 1, direction };
      history.autoArchive(user === null ? 'web' : 'whatsapp', rule);
    } else if (does === 'write by itself') {
      history.queueAutomatic(word, `message ${index}`, contact);
      messages.push(`message ${index}`);
    } else if (does === 'expand') history.setting({ name: 'expandedTeamFilter', value: back % 2 === 1 });
    else if (does === 'force') {
      const teamIds = team === null ? [] : [id(team)];
      const value = { enabled: back > 0, teamIds, includeUnassignedChats: back % 2 === 1 };
      history.setting({ name: 'forcedTeamFilter', value });
    } else history.say(message, { type: 'MessageDeleted', data: { at: at(back) } });
  }
  return history;
}
