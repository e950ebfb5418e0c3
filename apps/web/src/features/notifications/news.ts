import type { Chat } from '@parley/contracts/api/conversations';
import { soundOf, type NotificationName, type UserSettingName } from '@parley/contracts/events/user.events';
import type { InboxPush } from '@parley/contracts/push/index';

export type AssignmentName = Extract<NotificationName, `notifyConversation${string}`>;
/** Of conversations with contacts: there are no team chats yet. */
export type NewsName = AssignmentName | Extract<NotificationName, `notifyIncoming${string}`>;

/** Something that happened to a conversation, and what its viewer wants to notice of it. */
export interface News {
  name: NewsName;
  chat: Chat;
  /** When it happened, by the server's clock. */
  time: string;
  isShown: boolean;
  isHeard: boolean;
}

export interface NewsViewer {
  userId: string;
  /** Whether they chose a setting. */
  wants: (setting: UserSettingName) => boolean;
}

/** What happened longer ago is history: a view that lags behind tells nobody of it. */
const NEWS_MS = 10_000;
/** An assignment sounds only if it is as new as this (spec, section 9). */
const ASSIGNMENT_SOUND_MS = 3_000;

/**
 * What a push says has happened, and what its viewer wants to notice of each: nothing of what they did themselves, in
 * whatever window, and nothing of what was missed while they were away.
 */
export function newsIn({ rows, liveAt }: InboxPush, { userId, wants }: NewsViewer): News[] {
  const ageOf = (time: string) => (liveAt === null ? Infinity : Date.parse(liveAt) - Date.parse(time));
  return rows
    .flatMap((chat) => [...changeOfHands(chat, userId), ...message(chat, userId)])
    .map((happened) => {
      const { name, time } = happened;
      const isNew = ageOf(time) <= NEWS_MS;
      const mayBeHeard = isAssignment(name) ? ageOf(time) <= ASSIGNMENT_SOUND_MS : isNew;
      return { ...happened, isShown: isNew && wants(name), isHeard: mayBeHeard && wants(soundOf(name)) };
    });
}

type Happened = Pick<News, 'name' | 'chat' | 'time'>;

export function isAssignment(name: NewsName): name is AssignmentName {
  return name.startsWith('notifyConversation');
}

/** A conversation that became the viewer's, or nobody's. */
function changeOfHands(chat: Chat, userId: string): Happened[] {
  const { assignment } = chat;
  if (assignment === null || assignment.byId === userId) return [];
  const name = byHolder(chat, userId, 'notifyConversationAssigned', 'notifyConversationUnassigned');
  return name ? [{ name, chat, time: assignment.time }] : [];
}

/** A message since the conversation is the viewer's, or nobody's: what came before was told to whoever had it. */
function message(chat: Chat, userId: string): Happened[] {
  const { assignment, receivedAt, read, contact } = chat;
  if (receivedAt === null || read || contact.isBlocked) return [];
  if (assignment !== null && receivedAt < assignment.time) return [];
  const name = byHolder(chat, userId, 'notifyIncomingMessage', 'notifyIncomingMessageNew');
  return name ? [{ name, chat, time: receivedAt }] : [];
}

/** What it is called of a conversation of the viewer's, and of one of nobody's; null: it is neither. */
function byHolder(
  { status, assignedUserId, assignedTeamId }: Chat,
  userId: string,
  ofMine: NewsName,
  ofNobodys: NewsName,
): NewsName | null {
  if (status !== 'open') return null;
  if (assignedUserId === userId) return ofMine;
  return assignedUserId === null && assignedTeamId === null ? ofNobodys : null;
}

const MOST_REMEMBERED = 1_000;

/** What is known already: a row comes again whenever anything of it changes. */
export class Told {
  private readonly keys = new Set<string>();

  /** @returns what is to be noticed for the first time; all of it is known from now on, what was missed included */
  unheard(news: News[]): News[] {
    const unknown = news.filter((some) => !this.keys.has(keyOf(some)));
    for (const some of unknown) this.keys.add(keyOf(some));
    for (const key of [...this.keys].slice(0, -MOST_REMEMBERED)) this.keys.delete(key);
    return unknown.filter(({ isShown, isHeard }) => isShown || isHeard);
  }
}

function keyOf({ chat, name, time }: News): string {
  return `${chat.id}/${name}/${time}`;
}
