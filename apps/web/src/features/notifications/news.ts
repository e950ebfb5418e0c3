import { happenedTo, isAssignment, type Happened } from '@parley/contracts/api/conversation-news';
import { soundOf, type UserSettingName } from '@parley/contracts/events/user.events';
import type { InboxPush } from '@parley/contracts/push/index';

/** Something that happened to a conversation, and what its viewer wants to notice of it. */
export interface News extends Happened {
  isShown: boolean;
  isHeard: boolean;
}

export interface NewsViewer {
  userId: string;
  /** Whether they chose a setting. */
  wants: (setting: UserSettingName) => boolean;
  /** In their quiet hours nothing sounds. */
  isQuiet?: boolean;
}

/** What happened longer ago is history: a view that lags behind tells nobody of it. */
const NEWS_MS = 10_000;
/** An assignment sounds only if it is as new as this (spec, section 9). */
const ASSIGNMENT_SOUND_MS = 3_000;

/**
 * What a push says has happened, and what its viewer wants to notice of each: nothing of what they did themselves, in
 * whatever window, and nothing of what was missed while they were away.
 */
export function newsIn({ rows, liveAt }: InboxPush, { userId, wants, isQuiet = false }: NewsViewer): News[] {
  const ageOf = (time: string) => (liveAt === null ? Infinity : Date.parse(liveAt) - Date.parse(time));
  return rows
    .flatMap((chat) => happenedTo(chat, userId))
    .map((happened) => {
      const { name, time } = happened;
      const isNew = ageOf(time) <= NEWS_MS;
      const mayBeHeard = isAssignment(name) ? ageOf(time) <= ASSIGNMENT_SOUND_MS : isNew;
      return {
        ...happened,
        isShown: isNew && wants(name),
        isHeard: !isQuiet && mayBeHeard && wants(soundOf(name)),
      };
    });
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
