import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
} from '@grpc/grpc-js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import {
  DeleteResp,
  ReadReq,
  TombstoneResp,
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type DeleteReq,
  type ReadResp,
  type TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb';
import { TcpProxy } from '../network/tcp-proxy';
import { Journal } from './journal';
import { LogDouble, type LogRecord, type Proposed } from './log-double';
import * as messages from './messages';
import { SubscriptionDouble } from './subscription-double';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type BatchAppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;
type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

/** A planned behaviour for the next append. */
type Mishap =
  /**
   * Closes the connection before the response. Stores the append before that; if `stored` is given, stores it once
   * `stored` resolves.
   */
  | { kind: 'lose'; stored: Promise<void> | null }
  /** Stores the append and never responds. */
  | { kind: 'silence' }
  /** Does not store the append. */
  | { kind: 'fail'; code: status };

/** Behaviour of the fake while it simulates a server that is starting. */
interface Starting {
  refusesCalls: boolean;
  confirmsSubscriptions: boolean;
}

/**
 * Fake of EventStoreDB: one node in memory that implements the part of the protocol that this product uses, over real
 * gRPC and behind a proxy, so that connections can break. The fake follows the protocol's definitions and the
 * server's documentation; only a real server can show whether both are right.
 *
 * Behaviours of version 24.6.0 that a test needs:
 * - A filtered subscription sends one checkpoint when it goes live: that of its last event, or the requested
 * position, which is 2^64 - 1 from the start of the log: "from the start of an empty log delivers an event …"
 * (eventstoredb-event-store.spec.ts).
 * - A server that starts refuses calls with "Server Is Not Ready", and subscriptions made then never receive an event:
 * "delivers events soon after a start-up …" (eventstoredb-event-store.spec.ts).
 * - A subscription stays open until the client cancels the call or the connection ends, whether or not its events are
 * read: "ends subscriptions on the server, and refuses further calls" (eventstoredb-event-store.spec.ts).
 * - The message that a subscription has caught up follows the last event in a message of its own, so that a batch may
 * follow the last one that a reader needs: "rebuild ends within 5 s of its last line" (commands.int.spec.ts).
 * - A frozen server accepts calls and responds to none (`isSilent`): "rebuild ends within 10 s of SIGTERM while the
 * engines do not respond" (commands.int.spec.ts).
 */
export class EventStoreDbDouble {
  /** Open subscriptions, oldest first. */
  readonly subscriptions = new Set<SubscriptionDouble>();
  /** Number of append requests, with any result. */
  appends = 0;
  /** Number of calls by kind; appends through a shared call count as appends. */
  readonly calls = { append: 0, batchAppend: 0, readStream: 0, readAll: 0, subscribe: 0 };
  /** Highest number of concurrent reads of streams so far. */
  mostReadsAtOnce = 0;
  /** Highest number of appends without a response in a shared call so far. */
  mostAnswersAwaited = 0;
  private answersAwaited = 0;
  /** Delay in ms before the response to each call. */
  delayMs = 0;
  /** Whether an append of a shared call begins only after the response to the one before. */
  appendsOneByOne = false;
  private readsUnderWay = 0;
  /** Whether subscriptions report that they have caught up; servers before 23.10 do not. */
  saysCaughtUp = true;
  /** Number of calls that were refused as "not ready". */
  refusals = 0;
  private starting: Starting | null = null;
  /** Whether to accept all calls and connections but respond to none, like a frozen server. */
  isSilent = false;
  private readonly mishaps: Mishap[] = [];

  private constructor(
    private readonly server: Server,
    readonly network: TcpProxy,
    readonly log: LogDouble,
  ) {}

  /**
   * @param port port of the node itself, behind the proxy; any free port by default
   * @param journal file that stores the log, so that the log survives a restart; none by default
   */
  static async start({
    port: own = 0,
    journal,
  }: { port?: number; journal?: string } = {}): Promise<EventStoreDbDouble> {
    const server = new Server();
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${own}`, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const log = new LogDouble(journal === undefined ? null : new Journal(journal));
    const double = new EventStoreDbDouble(server, await TcpProxy.start(port), log);
    server.addService(StreamsService, {
      read: (call: ReadCall) => void double.read(call),
      append: (call: AppendCall, answer: sendUnaryData<AppendResp>) => void double.append(call, answer),
      batchAppend: (call: BatchAppendCall) => double.batchAppend(call),
      delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) => {
        double.log.delete(messages.streamName(call.request.getOptions()?.getStreamIdentifier()));
        answer(null, new DeleteResp());
      },
      tombstone: (
        call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
        answer: sendUnaryData<TombstoneResp>,
      ) => {
        double.log.tombstone(messages.streamName(call.request.getOptions()?.getStreamIdentifier()));
        answer(null, new TombstoneResp());
      },
    });
    return double;
  }

  /** Connection string of the proxy. */
  get url(): string {
    return `esdb://127.0.0.1:${this.network.port}?tls=false`;
  }

  async stop(): Promise<void> {
    this.server.forceShutdown();
    await this.network.close();
  }

  /**
   * Stores the next append, and closes the connection before its response. If `stored` is given, the append is stored
   * only once `stored` resolves.
   */
  loseNextAnswer(stored: Promise<void> | null = null): void {
    this.mishaps.push({ kind: 'lose', stored });
  }

  /** Stores the next append and never responds to it. */
  silenceNextAnswer(): void {
    this.mishaps.push({ kind: 'silence' });
  }

  /** Refuses the next append with a code of gRPC, without storing it. */
  failNextAppend(code: status): void {
    this.mishaps.push({ kind: 'fail', code });
  }

  /**
   * Makes the fake behave like a server that is starting. A subscription that is made during that time never receives
   * an event.
   * @returns a function that ends the start
   */
  startUp(options: Starting): () => void {
    this.starting = options;
    return () => (this.starting = null);
  }

  private async append(call: AppendCall, answer: sendUnaryData<AppendResp>): Promise<void> {
    if (this.isSilent) return;
    let options: AppendReq.Options | undefined;
    const events: Proposed[] = [];
    for await (const part of call as AsyncIterable<AppendReq>) {
      options ??= part.getOptions();
      const message = part.getProposedMessage();
      if (message) events.push(messages.proposed(message));
    }
    // A call that the client has cancelled is no append.
    if (call.cancelled) return;
    if (this.starting?.refusesCalls) return answer(this.notReady());
    if (!options) return answer({ code: status.INVALID_ARGUMENT });
    this.appends++;
    this.calls.append++;
    const mishap = this.mishaps.shift();
    if (mishap?.kind === 'fail') return answer({ code: mishap.code, details: 'asked for by a test' });
    if (mishap?.kind === 'lose' && mishap.stored) {
      this.network.drop();
      await mishap.stored;
    }
    const stream = messages.streamName(options.getStreamIdentifier());
    const outcome = this.log.append(stream, events, messages.expectation(options));
    if (mishap?.kind === 'lose') return this.network.drop();
    if (mishap?.kind === 'silence') return;
    await this.delay();
    if (outcome.kind === 'deleted') return answer(deleted(stream));
    answer(null, messages.appendResponse(outcome));
  }

  /** Stores the requests of one shared call in the order of their arrival, and responds to each. */
  private batchAppend(call: BatchAppendCall): void {
    if (this.isSilent) return;
    this.calls.batchAppend++;
    let before = Promise.resolve();
    call.on('data', (request: BatchAppendReq) => {
      if (this.starting?.refusesCalls) return void call.emit('error', this.notReady());
      this.appends++;
      const { stream, events, expected } = messages.batched(request);
      const mishap = this.mishaps.shift();
      if (mishap?.kind === 'fail') return void call.emit('error', { code: mishap.code });
      if (mishap?.kind === 'lose' && mishap.stored) {
        this.network.drop();
        return void mishap.stored.then(() => this.log.append(stream, events, expected));
      }
      const outcome = this.log.append(stream, events, expected);
      if (mishap?.kind === 'lose') return this.network.drop();
      if (mishap?.kind === 'silence') return;
      this.mostAnswersAwaited = Math.max(this.mostAnswersAwaited, ++this.answersAwaited);
      const answered = (this.appendsOneByOne ? before : Promise.resolve())
        .then(() => this.delay())
        .then(() => {
          this.answersAwaited--;
          call.write(messages.batchResponse(request, outcome));
        });
      before = answered;
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  }

  private notReady(): { code: status; details: string } {
    this.refusals++;
    return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };
  }

  private async delay(): Promise<void> {
    if (this.delayMs > 0) await pause(this.delayMs);
  }

  private async read(call: ReadCall): Promise<void> {
    if (this.isSilent) return;
    const options = call.request.getOptions();
    if (options?.hasSubscription()) return this.subscribe(call, options);
    if (this.starting?.refusesCalls) return void call.emit('error', this.notReady());
    if (options?.hasStream()) {
      this.calls.readStream++;
      this.mostReadsAtOnce = Math.max(this.mostReadsAtOnce, ++this.readsUnderWay);
      await this.delay();
      this.readsUnderWay--;
    } else {
      this.calls.readAll++;
      await this.delay();
    }
    const stream = options?.getStream();
    const all = options?.getAll();
    if (stream && this.log.isTombstoned(messages.streamName(stream.getStreamIdentifier()))) {
      call.emit('error', deleted(messages.streamName(stream.getStreamIdentifier())));
      return;
    }
    if (stream) await this.readStream(call, stream);
    else if (all) await send(call, this.select(call.request, this.log.readAll(positionOf(all))));
    call.end();
  }

  private async readStream(call: ReadCall, options: ReadReq.Options.StreamOptions): Promise<void> {
    const stream = messages.streamName(options.getStreamIdentifier());
    const records = this.log.read(stream);
    if (!records) {
      call.write(messages.missingResponse(stream));
      return;
    }
    const from = options.hasRevision() ? BigInt(options.getRevision()) : 0n;
    const part = records.filter(({ revision }) => options.hasEnd() || revision >= from);
    await send(call, this.select(call.request, part));
  }

  /** Applies the requested maximum number and direction to a read. A backward read always begins at the end. */
  private select(request: ReadReq, records: LogRecord[]): LogRecord[] {
    const options = request.getOptions();
    const backwards = options?.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
    const count = Number(options?.getCount());
    return backwards ? records.slice(-count).reverse() : records.slice(0, count);
  }

  private async subscribe(call: ReadCall, options: ReadReq.Options): Promise<void> {
    const subscription = new SubscriptionDouble(call, this.log, options, this.saysCaughtUp);
    this.calls.subscribe++;
    this.subscriptions.add(subscription);
    call.on('cancelled', () => this.subscriptions.delete(subscription));
    if (this.starting) subscription.silence();
    if (this.starting && !this.starting.confirmsSubscriptions) return;
    call.write(messages.confirmationResponse(randomUUID()));
    await subscription.run();
    this.subscriptions.delete(subscription);
  }
}

async function send(call: ReadCall, records: LogRecord[]): Promise<void> {
  for (const record of records) {
    if (call.cancelled) return;
    if (!call.write(messages.eventResponse(record))) await once(call, 'drain').catch(() => undefined);
  }
}

function positionOf(all: ReadReq.Options.AllOptions): bigint {
  const start = messages.startOf(all);
  return typeof start === 'bigint' ? start : 0n;
}

function deleted(stream: string): Partial<StatusObject> & { code: status } {
  const metadata = new Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', stream);
  return { code: status.FAILED_PRECONDITION, details: `${stream} is deleted.`, metadata };
}
