import { WrongExpectedVersionError } from '@eventstore/db-client';
import { WrongExpectedVersion } from '../event-store';
import { toPosition } from '../position';
import type { OrderedAppend } from '../postgres/append-in-order';
import { SharedCall } from './shared-call';
import { sizeOf, toStored } from './stored-event';

/**
 * Sends appends in the given order without waiting for the responses. Only for filling a log to which no other
 * process writes, and that can be filled from the start again if a response is lost.
 */
export class AppendPipeline {
  private readonly call: SharedCall;
  private last = '';
  /** Bytes of events that were sent but not yet confirmed. */
  waitingBytes = 0;

  constructor(url: string, answerMs: number) {
    this.call = new SharedCall(url, answerMs, true);
  }

  /**
   * @returns the event's position
   * @throws WrongExpectedVersion, AppendTooLarge or EventStoreAway; after any of these errors, the pipeline must
   * not be used again
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

  /**
   * Checks that positions rise from response to response: a lower position shows that the server did not keep the
   * order.
   */
  private inOrder(position: string): string {
    if (position <= this.last) throw new Error('EventStoreDB did not keep the order of appends.');
    this.last = position;
    return position;
  }
}
