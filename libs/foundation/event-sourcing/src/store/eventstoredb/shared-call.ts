import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client';
import { parseUUID } from '@eventstore/db-client/dist/utils';
import {
  Empty,
  StreamIdentifier,
  UUID,
  WrongExpectedVersion as Conflict,
} from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { CallOptions, ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import { ConnectionClosed, EventStoreAway } from './away';
import type { Stored } from './stored-event';

/** gRPC's code of a call that the server does not know: one before 21.10. */
const UNIMPLEMENTED = 12;
/** After a call broke, appends have calls of their own for so long: they find out what is the matter. */
const REST_MS = 1_000;
/** Looks at a call during the silence that it may keep. Looks are counted, not time: time that this process lost is not the server's. */
const LOOKS = 4;
/** How many times as long one append may wait while others are answered. */
const PATIENCE_WITH_ONE = 2;

/** Where the last event of an append stands; the position is missing where the server found the events to be there. */
export interface Placed {
  revision: bigint;
  commit: bigint | null;
}

interface Awaited {
  stream: string;
  resolve: (placed: Placed) => void;
  reject: (error: Error) => void;
  /** The look at the call after which it was asked for. */
  since: number;
}

/** One call as long as it lasts, and the appends that it has not answered. */
interface OpenCall {
  requests: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  /** In the order in which they were asked for. */
  awaited: Map<string, Awaited>;
  looks: number;
  /** Those since it last answered, while something waited. */
  silentLooks: number;
  watch: NodeJS.Timeout;
  broke: EventStoreAway | null;
}

/** What the client keeps to itself: it finds the leader, and finds it anew once a call has failed. */
interface Inner {
  GRPCStreamCreator<T>(
    of: typeof StreamsClient,
    name: string,
    open: (client: StreamsClient) => T,
  ): () => Promise<T>;
  callArguments(call: { requiresLeader: boolean }, options: CallOptions): [Metadata, CallOptions];
}

/**
 * Appends that share one long call (BatchAppend), which a server takes in the order in which they are asked for. The
 * client's own way there keeps one table of answers for a whole process: here each call has its own, so that one that
 * breaks fails its own appends, and an answer that nobody awaits any more is nothing. Whatever is no plain yes, or no
 * for the version that was expected, ends the call with `EventStoreAway`: nobody knows then what was stored.
 */
export class SharedCall {
  private readonly client: EventStoreDBClient;
  private call: Promise<OpenCall> | null = null;
  private restsUntil = 0;
  private isClosed = false;

  /**
   * @param answerMs how long the call may answer nothing while appends wait
   * @param once a call that broke is never opened again: what was sent after it could be stored without what was before
   */
  constructor(
    url: string,
    private readonly answerMs: number,
    private readonly once = false,
  ) {
    // Of its own: what breaks here fails nothing else.
    this.client = EventStoreDBClient.connectionString(url);
  }

  get isResting(): boolean {
    return performance.now() < this.restsUntil;
  }

  /**
   * @param at the version of the stream's last event; null where it has none
   * @throws WrongExpectedVersionError, EventStoreAway, ConnectionClosed
   */
  async append(stream: string, events: Stored[], at: number | null): Promise<Placed> {
    if (this.isClosed) throw new ConnectionClosed();
    const call = await (this.call ??= this.open());
    if (call.broke) throw call.broke;
    return new Promise<Placed>((resolve, reject) => {
      const id = randomUUID();
      call.awaited.set(id, { stream, resolve, reject, since: call.looks });
      call.requests.write(requestOf(id, stream, events, at));
    });
  }

  /** Fails the appends that were not answered. */
  async close(): Promise<void> {
    this.isClosed = true;
    // A call that is still being opened breaks once it is open: opening may take as long as the server is away.
    this.call?.then(
      (call) => this.break(call, new ConnectionClosed()),
      () => undefined,
    );
    await this.client.dispose();
  }

  private async open(): Promise<OpenCall> {
    const inner = this.client as unknown as Inner;
    try {
      const requests = await inner.GRPCStreamCreator(StreamsClient, 'appends', (client) =>
        client.batchAppend(...inner.callArguments({ requiresLeader: true }, { deadline: Infinity })),
      )();
      const watch = setInterval(() => this.look(call), this.answerMs / LOOKS).unref();
      const call: OpenCall = { requests, awaited: new Map(), looks: 0, silentLooks: 0, watch, broke: null };
      requests.on('data', (response: BatchAppendResp) => this.hear(call, response));
      requests.on('error', (error: Error) => this.break(call, error));
      requests.on('end', () => this.break(call, 'the call ended'));
      return call;
    } catch (error) {
      this.rest(error);
      throw error instanceof EventStoreAway ? error : new EventStoreAway(error);
    }
  }

  private hear(call: OpenCall, response: BatchAppendResp): void {
    const id = parseUUID(response.getCorrelationId()) ?? '';
    const awaited = call.awaited.get(id);
    if (!awaited) return;
    const success = response.getSuccess();
    const conflict = success ? null : conflictIn(response);
    if (!success && !conflict) {
      this.break(call, response.getError()?.getMessage() || 'an append was refused');
      return;
    }
    call.awaited.delete(id);
    call.silentLooks = 0;
    if (success) {
      const commit = success.getPosition()?.getCommitPosition();
      const revision = BigInt(success.getCurrentRevision());
      awaited.resolve({ revision, commit: commit === undefined ? null : BigInt(commit) });
    } else if (conflict) {
      awaited.reject(WrongExpectedVersionError.fromWrongExpectedVersion(conflict, awaited.stream));
    }
  }

  /** A server that answers slowly is not away: what is asked of it anew for each append would only slow it further. */
  private look(call: OpenCall): void {
    call.looks++;
    const [oldest] = call.awaited.values();
    if (!oldest) return;
    const isSilent = ++call.silentLooks > LOOKS;
    const isForgotten = call.looks - oldest.since > LOOKS * PATIENCE_WITH_ONE;
    if (isSilent || isForgotten) this.break(call, 'an append was not answered');
  }

  /** What was not answered may have been stored or not. */
  private break(call: OpenCall, reason: unknown): void {
    if (call.broke) return;
    const isUnknown = (reason as { code?: unknown }).code === UNIMPLEMENTED;
    call.broke = new EventStoreAway(
      isUnknown ? 'it does not know BatchAppend, which came with 21.10' : reason,
    );
    this.rest(reason);
    clearInterval(call.watch);
    for (const { reject } of call.awaited.values()) reject(call.broke);
    call.awaited.clear();
    call.requests.cancel();
  }

  private rest(reason: unknown): void {
    const isUnknown = (reason as { code?: unknown }).code === UNIMPLEMENTED;
    this.restsUntil = isUnknown ? Infinity : performance.now() + REST_MS;
    if (!this.once) this.call = null;
  }
}

function conflictIn(response: BatchAppendResp): Conflict | null {
  const details = response.getError()?.getDetails();
  return (
    details?.unpack(
      (bytes) => Conflict.deserializeBinary(bytes),
      'event_store.client.WrongExpectedVersion',
    ) ?? null
  );
}

/** Without a deadline, which the server would compare with a clock of its own. */
function requestOf(id: string, stream: string, events: Stored[], at: number | null): BatchAppendReq {
  const options = new BatchAppendReq.Options().setStreamIdentifier(
    new StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (at === null) options.setNoStream(new Empty());
  else options.setStreamPosition(String(at));
  const request = new BatchAppendReq()
    .setCorrelationId(new UUID().setString(id))
    .setOptions(options)
    .setIsFinal(true);
  for (const event of events) request.addProposedMessages(proposed(event));
  return request;
}

function proposed({ id, type, contentType, bytes }: Stored): BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage()
    .setId(new UUID().setString(id))
    .setData(bytes.data)
    .setCustomMetadata(bytes.metadata);
  message.getMetadataMap().set('type', type).set('content-type', contentType);
  return message;
}
