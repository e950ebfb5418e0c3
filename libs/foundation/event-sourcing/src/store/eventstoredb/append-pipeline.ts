import { WrongExpectedVersionError } from '@eventstore/db-client';
import { WrongExpectedVersion } from '../event-store';
import { toPosition } from '../position';
import type { OrderedAppend } from '../postgres/append-in-order';
import { SharedCall } from './shared-call';
import { sizeOf, toStored } from './stored-event';

/**
 * Appends in the order given without waiting for the answer of one before the next is sent. For whoever fills a log that
 * nobody else writes to, and can begin again where an answer was lost.
 */
export class AppendPipeline {
  private readonly call: SharedCall;
  private last = '';
  /** Of events that were sent and not answered yet. */
  waitingBytes = 0;

  constructor(url: string, answerMs: number) {
    this.call = new SharedCall(url, answerMs, true);
  }

  /**
   * @returns the event's position
   * @throws WrongExpectedVersion, AppendTooLarge, EventStoreAway; after any of these, nothing more may be appended
   */
  async append({ stream, customerId, after, event }: OrderedAppend): Promise<string> {
    const stored = toStored(stream, [event], customerId);
    const bytes = stored.reduce((sum, each) => sum + sizeOf(each), 0);
    this.waitingBytes += bytes;
    try {
      const { commit } = await this.call.append(stream, stored, after);
      if (commit === null) throw new Error(`EventStoreDB did not say where it put an event of ${stream}.`);
      return this.inOrder(toPosition(commit));
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      const { actualVersion } = error;
      const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : null;
      throw new WrongExpectedVersion(stream, after ?? 'no-stream', actual);
    } finally {
      this.waitingBytes -= bytes;
    }
  }

  async close(): Promise<void> {
    await this.call.close();
  }

  /** Answers come in order too; an event that stands before one sent earlier shows that order was lost. */
  private inOrder(position: string): string {
    if (position <= this.last) throw new Error('EventStoreDB did not keep the order of appends.');
    this.last = position;
    return position;
  }
}
