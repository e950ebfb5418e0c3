import { Injectable } from '@nestjs/common';
import {
  idOf,
  settingsCategories,
  type RecordedEvent,
  type SettingsCategory,
} from '@parley/contracts/events';
import type { ChangedPush } from '@parley/contracts/push/index';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { groupBy } from './group-by';

/** Those who are told: all of an organisation, or one user of it. */
export interface Audience {
  customerId: string;
  userId: string | null;
}

type Tell = (audience: Audience, changed: ChangedPush) => void;

/** What changes together is told together. */
const GATHERED_MS = 100;

/** Facts that nobody else is shown. */
const ownFacts = new Set<string>(['UserSettingChanged', 'UserSignatureChanged']);

/** Which kinds of settings changed, for the sockets of the organisation. Of what they say it tells nothing. */
@Injectable()
export class SettingsNews {
  private waiting: { audience: Audience; category: SettingsCategory; position: string }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly feed: LogFeed) {}

  /** From now on `tell` gets what changes. */
  tell(tell: Tell): void {
    this.feed.listen((events) => {
      for (const event of events) this.add(event);
      this.timer ??= setTimeout(() => this.flush(tell), GATHERED_MS).unref();
    });
  }

  private add({ stream, type, customerId, position }: RecordedEvent): void {
    const category = settingsCategories.find((name) => stream.startsWith(`${name}-`));
    if (!category) return;
    const audience = { customerId, userId: ownFacts.has(type) ? idOf(stream) : null };
    this.waiting.push({ audience, category, position });
  }

  private flush(tell: Tell): void {
    this.timer = undefined;
    const news = groupBy(this.waiting, ({ audience }) => audience.userId ?? audience.customerId);
    this.waiting = [];
    for (const some of news.values()) {
      const last = some.at(-1)!;
      const categories = [...new Set(some.map(({ category }) => category))];
      tell(last.audience, { categories, position: last.position });
    }
  }
}
