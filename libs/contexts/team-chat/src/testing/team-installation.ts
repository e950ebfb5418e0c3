import { createCipheriv, createDecipheriv, randomUUID } from 'node:crypto';
import {
  Draft1764100000000,
  DraftKind1764500000000,
  SentDraft1764600000000,
} from '@parley/drafts/draft.migration';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { runMigrations } from '@parley/platform/database/migrate';
import { clientEventKey } from '@parley/platform/security/client-event-key';
import { RealtimeInstallation, testMasterKey } from '@parley/realtime/testing/realtime-installation';
import type { ClientEvent } from '@parley/contracts/push/index';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { TeamChatDrafts } from '../drafts/drafts';
import { LiveTeamChats } from '../live/live-team-chats';
import { teamChatView } from '../read/team-chat.projector';
import { TeamChatQueries, type Viewer } from '../read/team-chat.queries';
import { teamThreadView } from '../read/team-thread.projector';
import { TeamThreadQueries } from '../read/team-thread.queries';
import { ToEntry } from '../domain/entry';
import { ToFile } from '../domain/file';
import { ToParticipant } from '../domain/participant';
import { ToTeamChat } from '../domain/team-chat';
import { TeamChats } from '../write/team-chats';

export const teamViews = [teamChatView, teamThreadView];

/** Team chats with their views and sockets on a real PostgreSQL, for tests. */
export class TeamInstallation {
  readonly queries: TeamChatQueries;
  readonly threads: TeamThreadQueries;
  readonly drafts: TeamChatDrafts;
  readonly aggregates: Aggregates;
  readonly bus: ReturnType<typeof busOf>;
  readonly chats: TeamChats;

  private constructor(readonly realtime: RealtimeInstallation) {
    const { database, store } = realtime;
    this.queries = new TeamChatQueries(database);
    this.threads = new TeamThreadQueries(database);
    this.drafts = new TeamChatDrafts(database, new InMemorySubjectKeys(), this.queries);
    this.aggregates = new Aggregates(store);
    this.bus = busOf(this.aggregates, ToTeamChat, ToEntry, ToParticipant, ToFile);
    this.chats = new TeamChats(this.bus, this.aggregates, this.queries, this.threads);
  }

  static async open(): Promise<TeamInstallation> {
    const realtime = await RealtimeInstallation.open({
      views: teamViews,
      live: [LiveTeamChats],
      providers: [TeamChatQueries, TeamThreadQueries],
    });
    await runMigrations(realtime.database.url, [
      ...[Draft1764100000000, DraftKind1764500000000, SentDraft1764600000000],
    ]);
    return new TeamInstallation(realtime);
  }

  /** Adds an active user to an organisation. */
  async person(customerId: string): Promise<Viewer> {
    const userId = randomUUID();
    const personal = { displayName: 'Tom', email: 'tom@acme.example' };
    const added = { type: 'UserAdded', data: { subject: userId, personal, role: 'user' } };
    await this.happens(customerId, `user-${userId}`, added);
    return { customerId, userId };
  }

  /** Appends an event to the log, and waits until both views have folded it. */
  async happens(customerId: string, stream: string, fact: { type: string; data: object }): Promise<void> {
    const event = {
      ...{ id: randomUUID(), schemaVersion: 1, customerId, time: new Date().toISOString(), ...fact },
      ...{ actor: { type: 'system', id: 'test' } as const },
      ...{ correlationId: randomUUID(), causationId: randomUUID() },
    };
    const options = { expected: 'any', customerId } as const;
    await this.shown(await this.realtime.store.append(stream, [event], options));
  }

  /** Waits until both views have folded up to a result's position; returns the result. */
  async shown<Done extends { position: string } | null>(done: Done): Promise<Done> {
    for (const { name } of teamViews) {
      const isThere = done === null || (await this.realtime.views.waitFor(name, done.position, 20_000));
      if (!isThere) throw new Error(`The view ${name} is behind.`);
    }
    return done;
  }

  close(): Promise<void> {
    return this.realtime.close();
  }
}

/** A client event, encrypted in the way of clients. */
export function seal(body: object, customerId: string): { iv: string; data: string } {
  const iv = '0123456789abcdef';
  const key = Buffer.from(clientEventKey(testMasterKey, customerId), 'base64url');
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  return { iv, data: cipher.update(JSON.stringify(body), 'utf8', 'base64') + cipher.final('base64') };
}

export function unseal({ iv, data }: ClientEvent, customerId: string): object {
  const key = Buffer.from(clientEventKey(testMasterKey, customerId), 'base64url');
  const decipher = createDecipheriv('aes-256-ctr', key, iv);
  return JSON.parse(decipher.update(data, 'base64', 'utf8') + decipher.final('utf8')) as object;
}
