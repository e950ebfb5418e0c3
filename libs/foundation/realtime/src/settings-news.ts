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

/** Time in ms for which changes are collected before they are sent. */
const GATHERED_MS = 100;

/** Events whose notice goes only to the user concerned. */
const ownFacts = new Set<string>(['UserSettingChanged', 'UserSignatureChanged']);

/** Notifies the windows of an organisation which kinds of settings have changed, without their content. */
@Injectable()
export class SettingsNews {
  private waiting: { to: Audience; category: SettingsCategory; position: string }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly feed: LogFeed) {}

  /** Calls `tell` with a notice for each change. */
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
