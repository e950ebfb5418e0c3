import type { Measure } from '@parley/contracts/api/insight-metrics';
import { idOf, type DomainEvent, type RecordedEvent } from '@parley/contracts/events';

/** A fact, found by reading the whole log once for each conversation: slow but simple. */
export interface Recounted {
  measure: Measure;
  at: number;
  customerId: string;
  conversationId: string;
  life: number;
  contactId: string;
  channelId: string;
  userId: string | null;
  teamId: string | null;
  tagId: string | null;
  value: number;
}

type Told = RecordedEvent & DomainEvent;

export function recount(log: RecordedEvent[]): Recounted[] {
  const events = log as Told[];
  const ids = new Set<string>();
  for (const { stream } of events) if (stream.startsWith('conversation-')) ids.add(idOf(stream));
  return [...ids].flatMap((id) => recountOf(id, events));
}

function recountOf(id: string, events: Told[]): Recounted[] {
  const counted: (Recounted & { of?: string; put?: string })[] = [];
  const platformOf = new Map<string, string>();
  let life = 0;
  let isThere = false;
  let isOpen = false;
  let isQuiet = false;
  let begun: { contactId: string; channelId: string; customerId: string } | null = null;
  let opened = 0;
  let holder: [string | null, string | null] = [null, null];
  /** Since the last opening: time of the contact's first message, and the reply to it. */
  let asked: number | null = null;
  let firstAnswer: string | null = null;
  /** Time of the first unanswered message; the last reply, and the time of the message that it answered. */
  let waiting: number | null = null;
  let answer: { by: string; of: number | null } | null = null;
  let lastIn = '';
  let said: number | null = null;
  const least = (a: number | null, b: number) => (a === null ? b : Math.min(a, b));
  for (const event of events) {
    const time = Date.parse(event.time);
    if (event.type === 'ChannelConnected') platformOf.set(idOf(event.stream), event.data.platform);
    const count = (measure: Measure, more: Partial<Recounted & { of: string; put: string }> = {}) =>
      counted.push({
        ...{ measure, at: time, conversationId: id, life, tagId: null, value: 0 },
        ...{ userId: holder[0], teamId: holder[1] },
        ...begun!,
        ...more,
      });
    if (event.stream === `conversation-${id}`) {
      const person = event.actor.type === 'user' ? event.actor.id : holder[0];
      if (event.type === 'ConversationStarted' && !isThere) {
        life += 1;
        [isThere, isOpen, isQuiet, holder] = [true, true, false, [null, null]];
        [asked, firstAnswer, waiting, answer, lastIn, said] = [null, null, null, null, '', null];
        begun = { ...event.data, customerId: event.customerId };
        opened = Math.min(Date.parse(event.data.startedAt), time);
        count('opened', { at: opened, contactId: event.data.contactId, channelId: event.data.channelId });
      } else if (!isThere) continue;
      else if (event.type === 'ConversationAssigned') {
        const next: typeof holder = [event.data.userId, event.data.teamId];
        const had = holder;
        holder = next;
        if (had.some(Boolean) && next.some(Boolean) && had.join() !== next.join()) count('transferred');
      } else if (event.type === 'ConversationUnassigned') holder = [null, null];
      else if (event.type === 'ConversationArchived' && isOpen) {
        isOpen = false;
        isQuiet = event.data.seenUpTo === '';
        const value = Math.max(0, time - opened);
        if (isQuiet) {
          count('closed', { value });
          count('begun_archived');
          continue;
        }
        if (lastIn <= event.data.seenUpTo) [waiting, answer] = [null, null];
        count('closed', { userId: person, value });
        count('resolved', { userId: person });
        count('settled', { userId: person });
        count('resolve_time_any', { userId: person, value });
        if (event.data.afterHours === null) count('resolve_time', { userId: person, value });
      } else if (event.type === 'ConversationReopened' && !isOpen) {
        isOpen = true;
        opened = least(waiting, time);
        [asked, firstAnswer] = [waiting, null];
        count('opened', { at: opened });
        if (isQuiet) {
          isQuiet = false;
          continue;
        }
        count('reopened');
        const last = counted.findLast((each) => each.measure === 'settled' && each.life === life);
        if (last && time - last.at <= 7 * 24 * 3_600_000) counted.splice(counted.indexOf(last), 1);
      } else if (event.type === 'SlaBreached') count('sla_breached');
      else if (event.type === 'SurveyAsked') {
        const { userId, teamId } = event.data;
        count('rating_asked', { userId, teamId });
      } else if (event.type === 'SurveyAnswered') {
        const { userId, teamId, score, position } = event.data;
        count('rated', { userId, teamId, value: score });
        if (score > 3) count('satisfied', { userId, teamId });
        if (lastIn <= position) [waiting, answer] = [null, null];
      } else if (event.type === 'SurveyCommented') count('rating_comment');
      else if (event.type === 'ConversationTagged') {
        const { tagId } = event.data;
        const put = `${life}/${tagId}`;
        if (!counted.some((each) => each.put === put)) count('tagged', { tagId, put });
      } else if (event.type === 'ConversationUntagged') {
        const at = counted.findIndex(({ put }) => put === `${life}/${event.data.tagId}`);
        if (at >= 0) counted.splice(at, 1);
      } else if (event.type === 'ConversationDeleted') {
        if (isOpen) count('closed', { value: Math.max(0, time - opened) });
        isThere = isOpen = false;
      }
    }
    const message = idOf(event.stream);
    const isHere = 'conversationId' in event.data && event.data.conversationId === id && isThere;
    if (event.type === 'MessageReceived' && isHere) {
      const { contactId, channelId } = event.data;
      const at = Math.min(Date.parse(event.data.providerTime), time);
      const whose = { at, contactId, channelId, of: message };
      count('message_in', whose);
      lastIn = event.position;
      if (event.data.isAutomatic) continue;
      if (said !== null) count('response_in', { ...whose, value: Math.max(0, at - said) });
      [said, waiting] = [null, least(waiting, at)];
      if (isOpen && firstAnswer === null) asked = least(asked, at);
    } else if ((event.type === 'MessageQueued' || event.type === 'MessageEchoed') && isHere) {
      const { contactId, channelId } = event.data;
      const isEcho = event.type === 'MessageEchoed';
      const at = isEcho ? Math.min(Date.parse(event.data.providerTime), time) : time;
      const userId = !isEcho && event.actor.type === 'user' ? event.actor.id : null;
      const whose = { at, contactId, channelId, userId, of: message };
      count('message_out', whose);
      if (event.data.contentType === 'template' && platformOf.get(channelId) === 'whatsapp')
        count('template_out', whose);
      const isBroadcast = 'clientKey' in event.data && event.data.clientKey.startsWith('broadcast/');
      if (!isEcho && (event.actor.type === 'system' || isBroadcast)) continue;
      if (waiting !== null) count('response_out', { ...whose, value: Math.max(0, at - waiting) });
      if (isOpen && asked !== null && firstAnswer === null) {
        firstAnswer = message;
        const value = Math.max(0, at - asked);
        count('first_reply', { ...whose, value });
        // The channels in these histories are always open, so the time in business hours is the whole time.
        count('first_reply_business', { ...whose, value });
      }
      [answer, waiting, said] = [{ by: message, of: waiting }, null, at];
    } else if (event.type === 'MessageDeclined' || event.type === 'MessageAliased') {
      const its = counted.filter(({ of }) => of === message);
      for (const one of its) counted.splice(counted.indexOf(one), 1);
      if (its.length === 0 || event.type === 'MessageAliased' || !isThere) continue;
      if (firstAnswer === message) firstAnswer = null;
      if (answer?.by === message && answer.of !== null) [waiting, answer] = [least(waiting, answer.of), null];
    }
  }
  return counted.map(({ of: _of, put: _put, ...fact }) => fact);
}
