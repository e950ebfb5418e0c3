import { happenedTo, isAssignment, type Happened } from '@parley/contracts/api/conversation-news';
import { soundOf, type UserSettingName } from '@parley/contracts/events/user.events';
import type { InboxPush } from '@parley/contracts/push/index';

/** A change of a conversation, with whether to show it and whether to play a sound. */
export interface News extends Happened {
  isShown: boolean;
  isHeard: boolean;
}

export interface NewsViewer {
  userId: string;
  /** Whether the user has switched a setting on. */
  wants: (setting: UserSettingName) => boolean;
  /** True in the user's quiet hours: no sound is played. */
  isQuiet?: boolean;
}

/** Age in ms from which a change is no longer news: a lagging view must not notify. */
const NEWS_MS = 10_000;
/** An assignment plays a sound only up to this age in ms (spec, section 9). */
const ASSIGNMENT_SOUND_MS = 3_000;

/**
 * The changes in a push, with what the user wants to notice: neither their own actions nor changes that the window
 * missed.
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

/** Changes that were already reported; the server pushes a row again on every change. */
export class Told {
  private readonly keys = new Set<string>();

  /** @returns news to show or to play for the first time; remembers all of them, including missed ones */
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
