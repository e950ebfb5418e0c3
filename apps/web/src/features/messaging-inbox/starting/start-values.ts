import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { SendEmail } from '@parley/contracts/api/conversations.requests';
import type { Recipient } from '@parley/contracts/api/starting';
import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import type { EmailAddress } from '@parley/contracts/events/message-content';
import { rulesOf, sends } from '@parley/contracts/channels/offers';
import { htmlOfWords, htmlToSend, type SentHtml } from '../email/written-html';
import { reachOf, type Reach } from '../panel/reach';

/** Whom one writes to: a contact, or by what the contact is found or made. */
export type Addressee =
  { known: Recipient } | { known: null; name?: string; phone: string | null; email: string | null };

/** What a conversation begins with. */
export interface StartValues {
  to: Addressee | null;
  channelId: string | null;
  /** A sender of the channel, by its id or its account; null: none in particular. */
  from: string | null;
  text: string;
  /** Who has the conversation from then on; null: nobody in particular. */
  userId: string | null;
}

/** What is written of an e-mail that begins a conversation, beside to whom it goes. */
export interface WrittenMail {
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  /** Null: its words have no looks yet. */
  html: string | null;
  text: string;
  isSigned: boolean;
}

/** An e-mail as it is sent, with its signature unless its writer said no. */
export function emailOf(to: Addressee, mail: WrittenMail, { signature, files }: SentHtml): SendEmail {
  const { name, email } = contactOf(to);
  const address = email ?? '';
  const { cc, bcc, isSigned } = mail;
  const text = mail.text.trim();
  const html = htmlToSend(mail.html ?? htmlOfWords(text), {
    signature: isSigned ? signature : undefined,
    files,
  });
  return {
    subject: mail.subject.trim(),
    to: [name ? { address, name } : { address }],
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(html !== '' && { html }),
    text,
  };
}

/** What of somebody fills the variables of a text. */
export function contactOf(to: Addressee | null): {
  name: string;
  phone: string | null;
  email: string | null;
} {
  const { name = '', phone = null, email = null } = to?.known ?? to ?? {};
  return { name, phone, email };
}

/** The contact that a text names by a phone or an e-mail; null where it is neither. */
export function addresseeOf(text: string): Addressee | null {
  for (const field of ['phone', 'email'] as const) {
    const value = contactFieldOf(field, text);
    if (value === null || brokenContactRule(field, value) !== null) continue;
    return { known: null, phone: null, email: null, [field]: value };
  }
  return null;
}

/** A phone without its country: the server reads it as people write it in the organisation's. */
export function nationalPhoneOf(text: string): Addressee | null {
  const digits = text.replace(/\D/g, '').length;
  const isPhone = /^[\d\s()./-]+$/.test(text) && digits >= 7 && digits <= 15;
  return isPhone ? { known: null, phone: text.trim(), email: null } : null;
}

export function nameOf(to: Addressee): string {
  return to.known ? to.known.name : (to.name ?? to.phone ?? to.email ?? '');
}

/** A channel with whether one can write to somebody over it, and why not. */
export interface ChannelChoice {
  channel: ChannelResponse;
  reach: Reach | 'blocked' | null;
}

/** The connected channels, first the one on which one wrote last: with this contact, or else at all; test channels last. */
export function choicesOf(
  channels: ChannelResponse[],
  to: Addressee | null,
  { lastChannelId, now }: { lastChannelId: string | null; now: number },
): ChannelChoice[] {
  const chats = to?.known?.conversations ?? [];
  const order = [...chats.map(({ channelId }) => channelId), lastChannelId ?? ''];
  const rank = ({ id }: ChannelResponse) => {
    const at = order.indexOf(id);
    return at < 0 ? order.length : at;
  };
  return channels
    .filter(({ isConnected }) => isConnected)
    .sort((a, b) => rank(a) - rank(b) || Number(isTest(a)) - Number(isTest(b)))
    .map((channel) => ({ channel, reach: reachAt(channel, to, now) }));
}

const isTest = ({ platform }: ChannelResponse) => platform === 'test';

function reachAt(channel: ChannelResponse, to: Addressee | null, now: number): ChannelChoice['reach'] {
  // Who has a conversation there is known once somebody is chosen.
  if (!to) return rulesOf(channel).contactIdentity === 'none' ? 'must-write-first' : null;
  if (to.known?.isBlocked) return 'blocked';
  return reachOf(channel, to.known ?? to, to.known?.conversations ?? [], now);
}

/** Whether anything can be sent over it. */
export function isUsable({ reach }: ChannelChoice): boolean {
  return reach === null || reach === 'reachable' || reach === 'template-only';
}

/** The channel that a form begins with: one that somebody asked for, or else the first over which anything can be sent. */
export function chosenOf(choices: ChannelChoice[], wanted: string | null): ChannelChoice | undefined {
  return choices.find(({ channel }) => channel.id === wanted) ?? choices.find(isUsable) ?? choices[0];
}

/** What a message lacks before it can be sent: the first thing to do. */
export type Lack = 'to' | 'template' | 'message';

/** @returns null where it lacks nothing, or what it lacks is said elsewhere: of its channel, or of who has the conversation */
export function lackOf({ to, channel, isTemplate, hasTemplate, hasFiles, text }: LackOptions): Lack | null {
  if (to === null) return 'to';
  if (!isUsable(channel)) return null;
  if (isTemplate) return hasTemplate ? null : 'template';
  return text.trim() === '' && !hasFiles ? 'message' : null;
}

interface LackOptions {
  to: Addressee | null;
  channel: ChannelChoice;
  isTemplate: boolean;
  hasTemplate: boolean;
  hasFiles: boolean;
  text: string;
}

/** Whether only a template can be sent over it, or one can be sent as well. */
export function templateUse({ channel, reach }: ChannelChoice): 'only' | 'also' | 'none' {
  if (reach === 'template-only') return 'only';
  return sends(channel, 'template') ? 'also' : 'none';
}

/** An open conversation that a colleague has. */
interface Held {
  id: string;
  assignedUserId: string;
  /** What one writes would go into it. An e-mail begins a conversation beside it. */
  bars: boolean;
}

/** The open conversation with somebody on a channel that a colleague has; null where there is none. */
export function heldByColleague(
  to: Addressee | null,
  channel: ChannelResponse,
  { userId, toUserId }: { userId: string; toUserId: string | null },
): Held | null {
  const others = to?.known?.conversations.filter(
    ({ channelId, status, assignedUserId }) =>
      channelId === channel.id &&
      status === 'open' &&
      assignedUserId !== null &&
      assignedUserId !== userId &&
      assignedUserId !== toUserId,
  );
  const open = others?.[0];
  if (!open?.assignedUserId) return null;
  return { id: open.id, assignedUserId: open.assignedUserId, bars: channel.platform !== 'email' };
}
