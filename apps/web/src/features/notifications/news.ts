import { happenedTo, isAssignment, type Happened } from '@parley/contracts/api/conversation-news';
import { soundOf, type UserSettingName } from '@parley/contracts/events/user.events';
import type { InboxPush } from '@parley/contracts/push/index';

/** A change of a conversation, with the decisions whether to show a notice and whether to play a sound. */
export interface News extends Happened {
  isShown: boolean;
  isHeard: boolean;
}

export interface NewsViewer {
  userId: string;
  /** Whether the user has switched a setting on. */
  wants: (setting: UserSettingName) => boolean;
  /** Whether the user's quiet hours apply, in which no sound is played. */
  isQuiet?: boolean;
}

/** Maximum age in ms of a change to notify of: the changes of a lagging view are too old. */
const NEWS_MS = 10_000;
/** Maximum age in ms of an assignment that plays a sound (spec, section 9). */
const ASSIGNMENT_SOUND_MS = 3_000;

/**
 * The changes in a push of which the user wants to be notified, without their own actions and changes that the window
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

const MAX_CACHED = 1_000;

/**
 * Changes that the user was already notified of; needed because the server pushes a whole row again on every change.
 */
export class Told {
  private readonly keys = new Set<string>();

  /**
   * @returns the news that were not passed before and are to be shown or played; records all given news, including
   * missed ones
   */
  unheard(news: News[]): News[] {
    const unknown = news.filter((some) => !this.keys.has(keyOf(some)));
    for (const some of unknown) this.keys.add(keyOf(some));
    for (const key of [...this.keys].slice(0, -MAX_CACHED)) this.keys.delete(key);
    return unknown.filter(({ isShown, isHeard }) => isShown || isHeard);
  }
}

function keyOf({ chat, name, time }: News): string {
  return `${chat.id}/${name}/${time}`;
}
