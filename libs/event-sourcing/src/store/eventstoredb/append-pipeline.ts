import { EventStoreDBClient, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { WrongExpectedVersion } from '../event-store';
import { toPosition } from '../position';
import type { OrderedAppend } from '../postgres/append-in-order';
import { EventStoreAway, isAway } from './away';
import { toStored } from './stored-event';

/** gRPC's code of a call that the server does not know: one before 21.10. */
const UNIMPLEMENTED = 12;

/**
 * Appends in the order given without waiting for the answer of one before the next is sent: all go through one call
 * (BatchAppend), which a server takes in order. For whoever fills a log that nobody else writes to, and can begin
 * again where an answer was lost. A client of its own, since a call that breaks fails whatever else goes through it.
 */
export class AppendPipeline {
  private readonly client: EventStoreDBClient;
  /** The first one opens the call; until it is answered, none may follow, or it could be overtaken. */
  private opened: Promise<void> | null = null;
  private last = '';

  constructor(
    url: string,
    private readonly answerMs: number,
  ) {
    this.client = EventStoreDBClient.connectionString(url);
    Object.assign(this.client, { supports: () => Promise.resolve(true) });
  }

  /**
   * @returns the event's position
   * @throws WrongExpectedVersion, AppendTooLarge, EventStoreAway; after any of these, nothing more may be appended
   */
  async append(append: OrderedAppend): Promise<string> {
    if (this.opened) return this.inOrder(await this.opened.then(() => this.send(append)));
    const first = this.send(append).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== UNIMPLEMENTED) throw error;
      throw new EventStoreAway('it does not know BatchAppend, which came with 21.10');
    });
    this.opened = first.then(() => undefined);
    this.opened.catch(() => undefined);
    return this.inOrder(await first);
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }

  private async send({ stream, customerId, after, event }: OrderedAppend): Promise<string> {
    try {
      const { position } = await this.client.appendToStream(stream, toStored(stream, [event], customerId), {
        expectedRevision: after === null ? NO_STREAM : BigInt(after),
        requiresLeader: true,
        deadline: this.answerMs,
      });
      if (!position) throw new Error(`EventStoreDB did not say where it put an event of ${stream}.`);
      return toPosition(position.commit);
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        const { actualVersion } = error;
        const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : null;
        throw new WrongExpectedVersion(stream, after ?? 'no-stream', actual);
      }
      throw isAway(error) && !(error instanceof EventStoreAway) ? new EventStoreAway(error) : error;
    }
  }

  /** Answers come in order too; an event that stands before one sent earlier shows that order was lost. */
  private inOrder(position: string): string {
    if (position <= this.last) throw new Error('EventStoreDB did not keep the order of appends.');
    this.last = position;
    return position;
  }
}
