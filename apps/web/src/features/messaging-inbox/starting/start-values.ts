import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { SendEmail } from '@parley/contracts/api/conversations.requests';
import type { Recipient } from '@parley/contracts/api/starting';
import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import type { EmailAddress } from '@parley/contracts/events/message-content';
import { rulesOf, sends } from '@parley/contracts/channels/offers';
import { htmlOfWords, htmlToSend, type SentHtml } from '../email/written-html';
import { reachOf, type Reach } from '../panel/reach';

/** The recipient: a contact, or the data by which the server finds or creates a contact. */
export type Addressee =
  { known: Recipient } | { known: null; name?: string; phone: string | null; email: string | null };

/** Initial values of the form for a new conversation. */
export interface StartValues {
  to: Addressee | null;
  channelId: string | null;
  /** Id or account of one of the channel's senders; null: the channel's default. */
  from: string | null;
  text: string;
  /** Id of the user who becomes the assignee; null: no choice. */
  userId: string | null;
}

/** The fields of an e-mail that begins a conversation, without its main recipient. */
export interface WrittenMail {
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  /** HTML of the text; null while the user has not formatted anything. */
  html: string | null;
  text: string;
  isSigned: boolean;
}

/** Request for the e-mail, with the signature unless the writer opted out. */
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

/** The recipient's name and addresses, which replace variables of a text. */
export function contactOf(to: Addressee | null): {
  name: string;
  phone: string | null;
  email: string | null;
} {
  const { name = '', phone = null, email = null } = to?.known ?? to ?? {};
  return { name, phone, email };
}

/** The recipient whose phone number or e-mail address a text is; null if it is neither. */
export function addresseeOf(text: string): Addressee | null {
  for (const field of ['phone', 'email'] as const) {
    const value = contactFieldOf(field, text);
    if (value === null || brokenContactRule(field, value) !== null) continue;
    return { known: null, phone: null, email: null, [field]: value };
  }
  return null;
}

/**
 * The recipient whose phone number, without a country code, a text is; the server adds the organisation's country
 * code. Null if the text is no phone number.
 */
export function nationalPhoneOf(text: string): Addressee | null {
  const digits = text.replace(/\D/g, '').length;
  const isPhone = /^[\d\s()./-]+$/.test(text) && digits >= 7 && digits <= 15;
  return isPhone ? { known: null, phone: text.trim(), email: null } : null;
}

export function nameOf(to: Addressee): string {
  return to.known ? to.known.name : (to.name ?? to.phone ?? to.email ?? '');
}

/** A channel, and whether the recipient can be reached over it. */
export interface ChannelChoice {
  channel: ChannelResponse;
  reach: Reach | 'blocked' | null;
}

/**
 * The connected channels in the order of the form: first those on which the user wrote with this contact, then the
 * one used last; test channels come last.
 */
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
  // Without a recipient, only channels on which no conversation can be begun are marked.
  if (!to) return rulesOf(channel).contactIdentity === 'none' ? 'must-write-first' : null;
  if (to.known?.isBlocked) return 'blocked';
  return reachOf(channel, to.known ?? to, to.known?.conversations ?? [], now);
}

/** Whether a first message can be sent over the channel. */
export function isUsable({ reach }: ChannelChoice): boolean {
  return reach === null || reach === 'reachable' || reach === 'template-only';
}

/** The channel that the form selects at first: the wanted one, or the first over which a message can be sent. */
export function chosenOf(choices: ChannelChoice[], wanted: string | null): ChannelChoice | undefined {
  return choices.find(({ channel }) => channel.id === wanted) ?? choices.find(isUsable) ?? choices[0];
}

/** The first thing that is missing before the message can be sent. */
export type Lack = 'to' | 'template' | 'message';

/** @returns null if nothing is missing, or if a notice about the channel or the assignee already shows the reason */
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

/** Whether the channel accepts only templates, templates as well as text, or no templates. */
export function templateUse({ channel, reach }: ChannelChoice): 'only' | 'also' | 'none' {
  if (reach === 'template-only') return 'only';
  return sends(channel, 'template') ? 'also' : 'none';
}

/** The contact's open conversation, which is assigned to a colleague. */
interface Held {
  id: string;
  assignedUserId: string;
  /**
   * Whether the message would be added to that conversation, so that it cannot be sent; a first e-mail begins a new
   * conversation instead.
   */
  bars: boolean;
}

/** Finds the contact's open conversation on a channel if it is assigned to a colleague; null otherwise. */
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
