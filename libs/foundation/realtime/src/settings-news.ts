import { Injectable } from '@nestjs/common';
import {
  idOf,
  settingsCategories,
  type RecordedEvent,
  type SettingsCategory,
} from '@parley/contracts/events';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { groupBy } from './group-by';
import type { Audience, News } from './news';

/** What changes together is told together. */
const GATHERED_MS = 100;

/** Facts that nobody else is shown. */
const ownFacts = new Set<string>(['UserSettingChanged', 'UserSignatureChanged']);

/** Which kinds of settings changed, for the windows of the organisation. Of what they say it tells nothing. */
@Injectable()
export class SettingsNews {
  private waiting: { to: Audience; category: SettingsCategory; position: string }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly feed: LogFeed) {}

  /** From now on `tell` gets what changes. */
  listen(tell: (news: News) => void): void {
    this.feed.listen((events) => {
      for (const event of events) this.add(event);
      this.timer ??= setTimeout(() => this.flush(tell), GATHERED_MS).unref();
    });
  }

  private add({ stream, type, customerId, position }: RecordedEvent): void {
    const category = settingsCategories.find((name) => stream.startsWith(`${name}-`));
    if (!category) return;
    const to = ownFacts.has(type) ? { userId: idOf(stream) } : { customerId };
    this.waiting.push({ to, category, position });
  }

  private flush(tell: (news: News) => void): void {
    this.timer = undefined;
    const news = groupBy(this.waiting, ({ to }) => JSON.stringify(to));
    this.waiting = [];
    for (const some of news.values()) {
      const { to, position } = some.at(-1)!;
      const categories = [...new Set(some.map(({ category }) => category))];
      tell({ to, topic: 'changed', payload: { categories, position } });
    }
  }
}
