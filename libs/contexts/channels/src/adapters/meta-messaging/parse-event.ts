import type { Inbound, InboundContext, InboundLeftOut, Person } from '../adapter';
import { identifier, isRecord, known, list, record, text, webAddress, type Json } from '../json';
import { providerTime } from '../provider-time';
import { scopeOf, userRef, type Surface } from './account';
import { messageIdIn } from './own-metadata';
import { contentOf, unsupported } from './parse-content';

export interface EventContext {
  platform: Surface['platform'];
  /** ISO 8601 UTC. */
  receivedAt: string;
  /** Id of the page or account, for events that do not contain it. */
  entryId?: string;
  isStandby?: boolean;
}

/** The fields that may contain an event's content, apart from people and time. */
const parts = [
  ...['message', 'message_edit', 'reaction', 'postback', 'delivery', 'read'],
  ...['referral', 'optin', 'account_linking', 'app_roles', 'game_play', 'response_feedback'],
  ...['pass_thread_control', 'take_thread_control', 'request_thread_control'],
  ...['policy-enforcement', 'policy_enforcement'],
];

/** Known kinds of events that Parley ignores, with the reason. */
const withoutConsequence: Record<string, string> = {
  referral: 'The contact came by a link and wrote nothing.',
  optin: 'The contact agreed to be written to and wrote nothing.',
  account_linking: 'The contact linked an account of another service.',
  app_roles: 'Which app answers first was changed.',
  pass_thread_control: 'One app left the conversation to another.',
  take_thread_control: 'One app took the conversation from another.',
  request_thread_control: 'One app asked another for the conversation.',
};

interface Told {
  accountId: string | null;
  /** Null if the event names no person. */
  contact: Person | null;
  /** ISO 8601 UTC. */
  at: string;
  by: 'contact' | 'user';
  isStandby: boolean;
}

/** Parses one event. Most events contain one item; a receipt may contain several. */
export function parseEvent(
  event: Json,
  { platform, receivedAt, entryId, isStandby = false }: EventContext,
): Inbound[] {
  const isEcho = record(event.message).is_echo === true;
  const [person, account] = isEcho
    ? [record(event.recipient), record(event.sender)]
    : [record(event.sender), record(event.recipient)];
  const accountId = identifier(account.id) ?? entryId ?? null;
  const told: Told = {
    accountId,
    contact: personOf(person, scopeOf(platform, accountId ?? '')),
    at: timeOf(event.timestamp, receivedAt),
    by: isEcho ? 'user' : 'contact',
    isStandby,
  };
  const kind = parts.find((part) => event[part] !== undefined);
  return parsePart(kind ?? otherPart(event), record(event[kind ?? '']), told);
}

function otherPart(event: Json): string {
  const about = ['sender', 'recipient', 'timestamp', 'prior_message', 'hop_context'];
  return Object.keys(event).find((part) => !about.includes(part)) ?? 'event';
}

function parsePart(kind: string, part: Json, told: Told): Inbound[] {
  switch (kind) {
    case 'message':
      return [parseMessage(part, told)];
    case 'message_edit': {
      const content = contentOf(part, identifier(part.mid) ?? '');
      return [amendment(kind, part.mid, told, { kind: 'edit', content })];
    }
    case 'reaction': {
      const emoji = part.action === 'unreact' ? null : (text(part.emoji, 64) ?? emojiOf(part.reaction));
      if (emoji === undefined) return [leftOut(told, kind, 'A reaction that says nothing.')];
      return [amendment(kind, part.mid, told, { kind: 'reaction', emoji })];
    }
    case 'postback':
      return [parsePostback(part, told)];
    case 'delivery':
    case 'read':
      return parseReceipt(kind, part, told);
    case 'policy-enforcement':
    case 'policy_enforcement': {
      const event = text(part.action, 128);
      return [
        known({ kind: 'account' as const, accountId: told.accountId, field: 'policy_enforcement', event }),
      ];
    }
    default: {
      const reason = withoutConsequence[kind];
      if (reason === undefined) return [leftOut(told, kind, `We do not know the event ${kind}.`)];
      return [{ kind: 'ignored', accountId: told.accountId, rawKind: kind, reason }];
    }
  }
}

function leftOut({ accountId }: Told, rawKind: string, reason: string, externalId?: string): InboundLeftOut {
  return known({ kind: 'unsupported' as const, accountId, rawKind, reason, externalId });
}

type Amending =
  | { kind: 'edit'; content: ReturnType<typeof contentOf> }
  | { kind: 'reaction'; emoji: string | null }
  | { kind: 'deletion' };

function amendment(rawKind: string, mid: unknown, told: Told, amending: Amending): Inbound {
  const externalId = identifier(mid);
  const { accountId, contact, at, by } = told;
  if (!externalId || !contact) return leftOut(told, rawKind, 'It names no message or no person.', externalId);
  return { ...amending, externalId, accountId, contact, by, at };
}

function parseMessage(message: Json, told: Told): Inbound {
  const { accountId, contact, at, by, isStandby } = told;
  const externalId = identifier(message.mid);
  if (message.is_deleted === true) return amendment('message', externalId, told, { kind: 'deletion' });
  if (!externalId) return leftOut(told, 'message', 'A message without an id.');
  const opaque = by === 'user' ? messageIdIn(text(message.metadata, 1024)) : undefined;
  if (opaque) return { kind: 'status', externalId, accountId, status: 'sent', at, opaque };
  if (!contact) return leftOut(told, 'message', 'A message that does not say whose it is.', externalId);
  const content =
    message.is_unsupported === true
      ? unsupported('is_unsupported', 'Meta gives no more of it.')
      : contentOf(message, externalId);
  const written = { externalId, accountId, contact, content, context: contextOf(message), providerTime: at };
  if (by === 'user') return { kind: 'echo', ...written };
  return known({ kind: 'message' as const, ...written, isAutomatic: isStandby || undefined });
}

/** Parses the press of a button under a message: its label counts as the contact's text. */
function parsePostback(postback: Json, told: Told): Inbound {
  const { accountId, contact, at, isStandby } = told;
  const person = contact?.aliases[0]?.value;
  if (!contact || !person) return leftOut(told, 'postback', 'A button that does not say who pressed it.');
  const label = text(postback.title) ?? text(postback.payload);
  return known({
    kind: 'message' as const,
    // Older events have no id of their own.
    externalId: identifier(postback.mid) ?? `postback/${person}/${at}`,
    accountId,
    contact,
    content: label
      ? ({ type: 'text', text: label } as const)
      : unsupported('postback', 'It does not say what was chosen.'),
    context: contextOf(postback),
    providerTime: at,
    isAutomatic: isStandby || undefined,
  });
}

/** Parses a receipt for single messages, or for all messages up to a time. */
function parseReceipt(kind: 'delivery' | 'read', receipt: Json, told: Told): Inbound[] {
  const { accountId, contact, at } = told;
  const status = kind === 'read' ? 'read' : 'delivered';
  const mids = [...list(receipt.mids), receipt.mid].map(identifier).filter((mid) => mid !== undefined);
  if (mids.length > 0) {
    return mids.map((externalId) => ({ kind: 'status', externalId, accountId, status, at }));
  }
  const until = timeOf(receipt.watermark, '');
  if (!until || !contact) return [leftOut(told, kind, 'A receipt that does not say of what.')];
  return [{ kind: 'watermark', accountId, contact, status, until }];
}

function personOf({ id, user_ref }: Json, scope: string): Person | null {
  const known = identifier(id);
  const ref = identifier(user_ref);
  const value = known ?? (ref && userRef(ref));
  return value ? { aliases: [{ kind: 'external', scope, value }], profile: {} } : null;
}

function contextOf(message: Json): InboundContext {
  const { mid, story } = record(message.reply_to);
  const referral = referralOf(record(message.referral));
  return known({
    replyTo: identifier(mid),
    story: isRecord(story) ? known({ url: webAddress(story.url) }) : undefined,
    referral: Object.keys(referral).length > 0 ? referral : undefined,
  });
}

function referralOf({ ref, referer_uri, ads_context_data }: Json): NonNullable<InboundContext['referral']> {
  const { ad_title } = record(ads_context_data);
  return known({ url: webAddress(referer_uri), headline: text(ad_title, 1024), body: text(ref, 1024) });
}

/** Returns the emoji of a reaction that Instagram sends by name only. */
function emojiOf(reaction: unknown): string | undefined {
  const named: Record<string, string> = {
    ...{ love: '❤️', smile: '😆', wow: '😮', sad: '😢', angry: '😠', like: '👍', dislike: '👎' },
  };
  return named[text(reaction, 32) ?? ''];
}

/** Parses a time in ms, sometimes in seconds, or a date from tools that replay webhooks. */
function timeOf(value: unknown, otherwise: string): string {
  const date = typeof value === 'string' && !/^\d*$/.test(value) ? Date.parse(value) : value;
  return providerTime(date, otherwise);
}
