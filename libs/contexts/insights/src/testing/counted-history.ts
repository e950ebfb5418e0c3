import fc from 'fast-check';
import type {
  ChannelEvent,
  ContactEvent,
  ConversationEvent,
  MessageEvent,
  TagEvent,
} from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';

type Told = ConversationEvent | MessageEvent | ContactEvent | ChannelEvent | TagEvent;

export const people = ['tom', 'lee', 'ada'];
export const contacts = ['ana', 'ben', 'cas'];
const teams = ['sales', 'support'];
export const tags = ['refund', 'returns', 'vip'];
export const channels = ['whatsapp', 'web'];
/** Times near clock changes in 2026: New York on 8 March and 1 November, Amsterdam on 29 March and 25 October. */
const beginnings = [
  '2026-03-07T20:00:00Z',
  '2026-03-28T18:00:00Z',
  '2026-10-24T12:00:00Z',
  '2026-10-31T09:00:00Z',
];

const does = [
  ...['start', 'receive', 'receive', 'receive', 'queue', 'queue', 'queue', 'echo', 'automatic', 'template'],
  ...['decline', 'alias', 'assign', 'unassign', 'archive', 'archive by itself', 'reopen', 'reopen', 'delete'],
  ...['tag', 'tag', 'untag', 'merge tags', 'forget tag', 'merge', 'unmerge', 'erase', 'late', 'machine'],
  ...['breach', 'ask', 'rate', 'comment', 'broadcast', 'broadcast'],
] as const;

export const step = fc.record({
  does: fc.constantFrom(...does),
  word: fc.constantFrom(...contacts),
  person: fc.constantFrom(...people),
  other: fc.option(fc.constantFrom(...people)),
  back: fc.nat(4),
  /** Minutes since the step before. */
  minutes: fc.oneof(fc.nat(90), fc.integer({ min: 600, max: 1_500 })),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const history = fc.record({
  begins: fc.constantFrom(...beginnings),
  steps: fc.array(step, { minLength: 10, maxLength: 45 }),
});

/**
 * Builds a random history of an organisation, also in orders that no command would allow. Ids differ per
 * organisation.
 */
export function historyOf(
  { begins, steps }: { begins: string; steps: Step[] },
  customerId: string,
): History<Told> {
  const story = new History<Told>(customerId);
  const its = (word: string) => id(`${word} of ${customerId}`);
  let now = Date.parse(begins);
  const time = () => new Date(now).toISOString();
  const tell = (stream: string, fact: Told, by?: string) =>
    story.add(stream, fact, {
      time: time(),
      actor: by ? { type: 'user', id: its(by) } : { type: 'system', id: 'test' },
    });
  const about = (word: string, fact: ConversationEvent, by?: string) =>
    tell(`conversation-${its(`conversation ${word}`)}`, fact, by);
  for (const channel of channels) tell(`channel-${its(channel)}`, connected(channel));
  for (const tag of tags)
    tell(`tag-${its(tag)}`, { type: 'TagCreated', data: { name: tag, colour: '#c92a2a' } });
  const ours: string[] = [];
  for (const [index, { does: what, word, person, other, back, minutes }] of steps.entries()) {
    now += minutes * 60_000;
    const message = its(`message ${index}`);
    const channelId = its(channels[contacts.indexOf(word) % channels.length]!);
    const whose = { conversationId: its(`conversation ${word}`), channelId, contactId: its(word) };
    const said = { subject: its(word), personal: null, contentType: 'text' as const, ...whose };
    const queued = { ...said, clientKey: message };
    const before = new Date(now - back * 3_600_000).toISOString();
    const earlierOne = ours.at(-1 - back) ?? its('unheard of');
    const tag = tags[back % tags.length]!;
    const stream = `message-${message}`;
    if (what === 'start')
      about(word, { type: 'ConversationStarted', data: { ...whose, readForAll: true, startedAt: before } });
    else if (what === 'receive' || what === 'late' || what === 'machine')
      tell(stream, {
        type: 'MessageReceived',
        data: { ...said, providerTime: what === 'late' ? before : time(), isAutomatic: what === 'machine' },
      });
    else if (what === 'queue' || what === 'template') {
      const contentType = what === 'template' ? ('template' as const) : ('text' as const);
      tell(stream, { type: 'MessageQueued', data: { ...queued, contentType } }, person);
      ours.push(message);
    } else if (what === 'broadcast') {
      const quiet = { seenUpTo: '', afterHours: null };
      about(word, { type: 'ConversationStarted', data: { ...whose, readForAll: true, startedAt: time() } });
      about(word, { type: 'ConversationArchived', data: quiet }, person);
      tell(stream, { type: 'MessageQueued', data: { ...queued, clientKey: 'broadcast/1' } }, person);
      ours.push(message);
    } else if (what === 'automatic') {
      tell(stream, { type: 'MessageQueued', data: queued });
      ours.push(message);
    } else if (what === 'echo') {
      tell(stream, { type: 'MessageEchoed', data: { ...said, providerTime: before } });
      ours.push(message);
    } else if (what === 'decline')
      tell(`message-${earlierOne}`, {
        type: 'MessageDeclined',
        data: { reason: 'unreachable', at: time() },
      });
    else if (what === 'alias')
      tell(`message-${earlierOne}`, { type: 'MessageAliased', data: { messageId: its('another') } });
    else if (what === 'assign') {
      const data = { userId: other && its(other), teamId: other && back > 1 ? null : its(teams[back % 2]!) };
      about(word, { type: 'ConversationAssigned', data }, person);
    } else if (what === 'unassign') about(word, { type: 'ConversationUnassigned', data: {} }, person);
    else if (what === 'archive' || what === 'archive by itself') {
      const isByHand = what === 'archive';
      const seenUpTo = story.events.at(-1 - back)!.position;
      const data = { seenUpTo, afterHours: isByHand ? null : 4 };
      about(word, { type: 'ConversationArchived', data }, isByHand ? person : undefined);
    } else if (what === 'breach') {
      const data = { clock: 'resolve', policyId: its('gold'), since: before, dueAt: time() } as const;
      about(word, { type: 'SlaBreached', data });
    } else if (what === 'ask' || what === 'rate' || what === 'comment') {
      const judged = { userId: other && its(other), teamId: back > 1 ? null : its(teams[back % 2]!) };
      const answer = { messageId: its(`rating ${index}`), position: story.events.at(-1 - back)!.position };
      if (what === 'ask')
        about(word, { type: 'SurveyAsked', data: { messageId: answer.messageId, ...judged } });
      else if (what === 'rate')
        about(word, { type: 'SurveyAnswered', data: { ...answer, score: back + 1, ...judged } });
      else about(word, { type: 'SurveyCommented', data: answer });
    } else if (what === 'reopen') about(word, { type: 'ConversationReopened', data: { cause: 'message' } });
    else if (what === 'delete') {
      const data = { seenUpTo: story.events.at(-1)!.position, afterDays: null };
      about(word, { type: 'ConversationDeleted', data }, person);
    } else if (what === 'tag') about(word, { type: 'ConversationTagged', data: { tagId: its(tag) } }, person);
    else if (what === 'untag')
      about(word, { type: 'ConversationUntagged', data: { tagId: its(tag) } }, person);
    else if (what === 'merge tags')
      tell(`tag-${its(tag)}`, { type: 'TagMerged', data: { intoId: its(tags[(back + 1) % tags.length]!) } });
    else if (what === 'forget tag') tell(`tag-${its(tag)}`, { type: 'TagDeleted', data: {} });
    else if (what === 'merge' || what === 'unmerge') {
      const [one, into] = [its(word), its(contacts[(contacts.indexOf(word) + 1) % contacts.length]!)];
      tell(
        `contact-${one}`,
        what === 'merge'
          ? { type: 'ContactMerged', data: { intoId: into } }
          : { type: 'ContactUnmerged', data: { fromId: into } },
      );
    } else tell(`contact-${its(word)}`, { type: 'ContactErased', data: {} });
  }
  return story;
}

function connected(channel: string): ChannelEvent {
  return {
    type: 'ChannelConnected',
    data: {
      ...{ name: channel, platform: channel === 'web' ? 'web' : 'whatsapp', provider: 'whatsapp-cloud' },
      ...{ customerCareWindowLength: 24, readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
      ...{ providerAccountId: null, businessAccountId: null, apiBaseUrl: null, secrets: [] },
    },
  };
}
