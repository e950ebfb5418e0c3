import { setTimeout as pause } from 'node:timers/promises';
import type { ServerWritableStream, status } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { LogDouble, LogRecord } from './log-double';
import * as messages from './messages';

/** Position -1, before the start, as an unsigned number of the protocol. */
const BEFORE_START = 2n ** 64n - 1n;
/** Delay in ms between the last event and the message that the subscription has caught up. */
const CAUGHT_UP_DELAY_MS = 20;

/** The server's side of a filtered catch-up subscription to the whole log. */
export class SubscriptionDouble {
  private over = false;
  private silent = false;
  private leave: () => void = () => undefined;
  /** Number of events that the filter has excluded since the last message. */
  private leftOut = 0;
  /** Positions of sent checkpoints. */
  readonly checkpoints: bigint[] = [];
  /** Position of the last sent event or checkpoint. */
  private sent = BEFORE_START;
  private released: Promise<void> = Promise.resolve();
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

  /** Ends the subscription, as a server does after its last event. */
  end(): void {
    this.stop();
    this.call.end();
  }

  fail(code: status): void {
    this.stop();
    this.call.emit('error', { code, details: 'asked for by a test' });
  }

  /** Keeps the subscription open, but sends nothing from now on. */
  silence(): void {
    this.silent = true;
  }

  /**
   * Delays all further events, like a slow connection.
   * @returns a function that releases them
   */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.released = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** Sends a checkpoint, even if the log does not reach it. */
  async sendCheckpoint(position: bigint): Promise<void> {
    await this.say(messages.checkpointResponse(position));
    this.checkpoints.push(position);
  }

  /** Sends the event at a position now, out of order. */
  async sendEvent(position: string): Promise<void> {
    const [record] = this.log.readAll(BigInt(position));
    if (record) await this.say(messages.eventResponse(record));
  }

  /** Sends every matching event after the requested position until the subscription is over. */
  async run(): Promise<void> {
    let next = this.start();
    this.sent = next === 0n ? BEFORE_START : next - 1n;
    for (let caughtUp = false; !this.over;) {
      const grown = this.log.grown();
      const records = this.log.readAll(next);
      for (const record of records) {
        await this.released;
        await this.pass(record);
        next = record.position + 1n;
      }
      if (records.length > 0) continue;
      if (!caughtUp) {
        // Version 24.6.0 sends one checkpoint when the subscription goes live: the position of the last sent event
        // or, if there is none, the requested position, which is -1 for the start.
        await this.sendCheckpoint(this.sent);
        await Promise.race([pause(CAUGHT_UP_DELAY_MS), this.left]);
        if (this.saysCaughtUp) await this.say(messages.caughtUpResponse());
      }
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
      this.sent = record.position;
      return this.say(messages.eventResponse(record));
    }
    if (++this.leftOut < this.window) return;
    this.leftOut = 0;
    this.sent = record.position;
    await this.sendCheckpoint(record.position);
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
