import { randomUUID } from 'node:crypto';
import type { ContactEvent, ConversationEvent, MessageEvent } from '@parley/contracts/events';
import type { NewEvent } from '@parley/event-sourcing/store/event-store';
import { newEvent } from '@parley/event-sourcing/store/new-event';

/** Ids of an organisation's channels, teams, users and tags, from which its conversations are made. */
export interface Cast {
  customerId: string;
  channelIds: string[];
  teamIds: string[];
  userIds: string[];
  tagIds: string[];
}

/** @returns a random number from 0 to below 1 */
export type Chance = () => number;

/** Events that are appended to one stream in one append. */
export interface SeedAppend {
  stream: string;
  events: NewEvent[];
}

/**
 * The events of one conversation. The event that archives it is made later, since it contains the log position of the
 * last message.
 */
export interface SeedHistory {
  contactId: string;
  appends: SeedAppend[];
  /**
   * Returns the event that archives the conversation, given the position of the newest message; null if the
   * conversation stays open.
   */
  archive: ((seenUpTo: string) => SeedAppend) | null;
}

const DAYS = 90;
const DAY_MS = 24 * 3_600_000;
const givenNames =
  'Ada Bo Chidi Dina Emre Femke Goran Hana Ivo Jana Kofi Lena Mei Noor Omar Pia Quinn Rosa'.split(' ');
const familyNames =
  'Adeyemi Berg Costa Dijkstra Evans Fischer García Haddad Ito Jansen Kowalski Lund Mbeki'.split(' ');
const questions = [
  'Good morning, is my bicycle ready?',
  'The parcel has not come yet. Could you have a look?',
  'Do you have this one in blue, size M?',
  'I was charged twice for order 4711.',
  'Can I still change the address?',
  'Thank you, that helped!',
];
const answers = [
  'It will be on Thursday.',
  'I have asked the carrier, and will tell you what they say.',
  'We do: shall I put one aside for you?',
  'The second payment goes back to you today.',
];

/**
 * Invents a conversation of the last three months with a new contact. Some conversations are new, some have a team or
 * a user, most are archived; a few have a tag, and in a few a reply was declined. Replies look as if they were
 * written in the channel's own app, so that none is sent.
 * @param now ms since 1970, the time before which all events are
 */
export function conversationHistory(cast: Cast, chance: Chance, now: number): SeedHistory {
  const [contactId, conversationId] = [randomUUID(), randomUUID()];
  const channelId = pick(cast.channelIds, chance) ?? '';
  const place = { conversationId, channelId, contactId };
  const turns = 1 + Math.floor(chance() * 4);
  const started = now - chance() * (DAYS - 1) * DAY_MS - DAY_MS;
  const at = (part: number) => new Date(started + part * DAY_MS * 0.5).toISOString();
  const by = (time: string) => ({ customerId: cast.customerId, by: 'seed', time });
  const appends: SeedAppend[] = [];

  const name = `${pick(givenNames, chance)} ${pick(familyNames, chance)}`;
  // No real phone number begins with 999, so no contact can be mistaken for a real person.
  const phone = `+999${String(Math.floor(chance() * 1e9)).padStart(9, '0')}`;
  const met: ContactEvent[] = [
    { type: 'ContactRegistered', data: { subject: contactId, personal: { name, phone } } },
    { type: 'ContactConversationStarted', data: { channelId, conversationId } },
  ];
  appends.push({ stream: `contact-${contactId}`, events: met.map((fact) => newEvent(fact, by(at(0)))) });

  const isArchived = chance() < 0.7;
  const begun: ConversationEvent[] = [
    { type: 'ConversationStarted', data: { contactId, channelId, readForAll: true, startedAt: at(0) } },
  ];
  const assignee = assigneeOf(cast, chance);
  if (assignee) begun.push({ type: 'ConversationAssigned', data: assignee });
  const tagId = chance() < 0.3 ? pick(cast.tagIds, chance) : undefined;
  if (tagId) begun.push({ type: 'ConversationTagged', data: { tagId } });
  const conversation = `conversation-${conversationId}`;
  appends.push({ stream: conversation, events: begun.map((fact) => newEvent(fact, by(at(0)))) });

  const endsWithAnswer = isArchived || chance() < 0.5;
  for (let turn = 0; turn < turns; turn++) {
    const [asked, answered] = [at((turn + 0.1) / turns), at((turn + 0.6) / turns)];
    const question = said(pick(questions, chance) ?? '', asked, { ...place, isAutomatic: false });
    appends.push({ stream: `message-${randomUUID()}`, events: [newEvent(question, by(asked))] });
    if (turn === turns - 1 && !endsWithAnswer) break;
    const answer = pick(answers, chance) ?? '';
    const facts = chance() < 0.01 ? declined(answer, answered, place) : [echoed(answer, answered, place)];
    const events = facts.map((fact) => newEvent(fact, by(answered)));
    appends.push({ stream: `message-${randomUUID()}`, events });
  }

  const archive = (seenUpTo: string): SeedAppend => {
    const ended: ConversationEvent = { type: 'ConversationArchived', data: { seenUpTo, afterHours: null } };
    return { stream: conversation, events: [newEvent(ended, by(at(1)))] };
  };
  return { contactId, appends, archive: isArchived ? archive : null };
}

function assigneeOf({ teamIds, userIds }: Cast, chance: Chance) {
  const draw = chance();
  const teamId = draw > 0.3 && draw < 0.75 ? (pick(teamIds, chance) ?? null) : null;
  const userId = draw > 0.55 ? (pick(userIds, chance) ?? null) : null;
  return teamId || userId ? { teamId, userId } : null;
}

interface Place {
  conversationId: string;
  channelId: string;
  contactId: string;
}

function personal(text: string) {
  return { externalId: randomUUID(), content: { type: 'text', text } as const, context: {} };
}

function said(text: string, providerTime: string, place: Place & { isAutomatic: boolean }): MessageEvent {
  const data = { subject: place.contactId, personal: personal(text), contentType: 'text' } as const;
  return { type: 'MessageReceived', data: { ...data, ...place, providerTime } };
}

function echoed(text: string, providerTime: string, place: Place): MessageEvent {
  const data = { subject: place.contactId, personal: personal(text), contentType: 'text' } as const;
  return { type: 'MessageEchoed', data: { ...data, ...place, providerTime } };
}

function declined(text: string, at: string, place: Place): MessageEvent[] {
  const content = { content: { type: 'text', text } as const, context: {} };
  const data = {
    subject: place.contactId,
    personal: content,
    contentType: 'text',
    clientKey: randomUUID(),
  } as const;
  return [
    { type: 'MessageQueued', data: { ...data, ...place } },
    { type: 'MessageSendStarted', data: { attempt: 1 } },
    { type: 'MessageDeclined', data: { reason: 'unreachable', at } },
  ];
}

function pick<T>(from: readonly T[], chance: Chance): T | undefined {
  return from[Math.floor(chance() * from.length)];
}
