import { randomUUID } from 'node:crypto';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { closeAnalysts, openAnalysts, type AnalystLogin } from '@parley/exports/analysts';
import { within } from '@parley/exports/analysts-database';
import { migrations } from '@parley/server/migrations';
import { views } from '@parley/server/features';
import type { Client } from 'pg';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';

const READ_VIEWS = new Set(['inbox', 'transcript', 'contacts', 'audit']);

/**
 * A test installation in a separate database, with two organisations that have a conversation each, and logins for
 * their analysts.
 */
export class AnalystsInstallation {
  readonly ours = randomUUID();
  readonly theirs = randomUUID();

  private constructor(readonly database: TestDatabase) {}

  static async open(): Promise<AnalystsInstallation> {
    const installation = new AnalystsInstallation(await testDatabase(migrations));
    const { database, ours, theirs } = installation;
    for (const view of views.filter(({ name }) => READ_VIEWS.has(name))) {
      await installView(database, view);
      for (const customerId of [ours, theirs]) {
        const history = new ConversationHistory(customerId);
        const named = (thing: string) => `${thing} of ${customerId}`;
        history.channel(named('channel'));
        history.start(named('conversation'), { contact: named('contact'), channel: named('channel') });
        history.receive(named('conversation'), named('message'), { contact: named('contact') });
        await project(database, view, history.events);
      }
    }
    return installation;
  }

  admit(customerId = this.ours): Promise<AnalystLogin> {
    return openAnalysts(this.database, customerId);
  }

  /** Runs `work` on a connection with an analyst's login, by default to the analysts' database. */
  as<T>(login: AnalystLogin, work: (client: Client) => Promise<T>, database = login.database): Promise<T> {
    return within(this.database.url, database, work, login);
  }

  async close(): Promise<void> {
    for (const customerId of [this.ours, this.theirs]) await closeAnalysts(this.database, customerId);
    await this.database.drop();
  }
}
