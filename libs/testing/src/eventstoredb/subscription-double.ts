import type { ServerWritableStream, status } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { LogDouble, LogRecord } from './log-double';
import * as messages from './messages';

/** A filtered catch-up subscription to the whole log, on the side of the double. */
export class SubscriptionDouble {
  private over = false;
  private silent = false;
  private leave: () => void = () => undefined;
  /** Events left out since something was last said. */
  private leftOut = 0;
  private readonly left = new Promise<void>((resolve) => (this.leave = resolve));
  private readonly prefixes: string[];
  private readonly window: number;

  constructor(
    private readonly call: ServerWritableStream<ReadReq, ReadResp>,
    private readonly log: LogDouble,
    private readonly options: ReadReq.Options,
    private readonly saysCaughtUp: boolean,
  ) {
    const filter = options.getFilter();
    this.prefixes = filter?.getStreamIdentifier()?.getPrefixList() ?? [''];
    this.window = (filter?.getMax() ?? 32) * (filter?.getCheckpointintervalmultiplier() ?? 1);
    call.on('cancelled', () => this.stop());
  }

  /** It ends as if everything had been said. */
  end(): void {
    this.stop();
    this.call.end();
  }

  fail(code: status): void {
    this.stop();
    this.call.emit('error', { code, details: 'asked for by a test' });
  }

  /** It stays open and brings nothing any more. */
  silence(): void {
    this.silent = true;
  }

  /** Brings what comes after the position that was asked for, until it is over. */
  async run(): Promise<void> {
    let next = this.start();
    for (let caughtUp = false; !this.over;) {
      const grown = this.log.grown();
      const records = this.log.readAll(next);
      for (const record of records) {
        await this.pass(record);
        next = record.position + 1n;
      }
      if (records.length > 0) continue;
      if (!caughtUp && this.saysCaughtUp) await this.say(messages.caughtUpResponse());
      caughtUp = true;
      await Promise.race([grown, this.left]);
    }
  }

  private start(): bigint {
    const all = this.options.getAll();
    const start = all ? messages.startOf(all) : 'start';
    if (start === 'end') return (this.log.readAll().at(-1)?.position ?? 0n) + 1n;
    return start === 'start' ? 0n : start + 1n;
  }

  private async pass(record: LogRecord): Promise<void> {
    if (this.prefixes.some((prefix) => record.stream.startsWith(prefix))) {
      this.leftOut = 0;
      return this.say(messages.eventResponse(record));
    }
    if (++this.leftOut < this.window) return;
    this.leftOut = 0;
    await this.say(messages.checkpointResponse(record.position));
  }

  private async say(response: ReadResp): Promise<void> {
    if (this.over || this.silent || this.call.write(response)) return;
    await Promise.race([new Promise((resolve) => this.call.once('drain', resolve)), this.left]);
  }

  private stop(): void {
    this.over = true;
    this.leave();
  }
}
