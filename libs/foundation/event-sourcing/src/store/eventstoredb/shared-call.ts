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

/** gRPC's code of a method that the server does not have; servers before version 21.10 have no BatchAppend. */
const UNIMPLEMENTED = 12;
/**
 * Time in ms after a break of the shared call during which appends use calls of their own, whose errors give the
 * cause.
 */
const REST_MS = 1_000;
/**
 * Number of checks within the longest permitted silence of the server. Checks are counted instead of time, since time
 * in which this process was paused is no silence of the server.
 */
const LOOKS = 4;
/** Factor by which a single append may wait longer than `answerMs` while the server responds to others. */
const PATIENCE_WITH_ONE = 2;

/**
 * Version and position of the last event of an append; the position is null if the server found the events already
 * stored.
 */
export interface Placed {
  revision: bigint;
  commit: bigint | null;
}

interface Awaited {
  stream: string;
  resolve: (placed: Placed) => void;
  reject: (error: Error) => void;
  /** Number of checks of the call before this append was sent. */
  since: number;
}

/** An open call with its appends that have no response yet. */
interface OpenCall {
  requests: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  /** Appends without a response, by request id, in the order of the requests. */
  awaited: Map<string, Awaited>;
  looks: number;
  /** Number of consecutive checks without a response while appends were waiting. */
  silentLooks: number;
  watch: NodeJS.Timeout;
  broke: EventStoreAway | null;
}

/** Private methods of the client that find the leader, and find it again after a call has failed. */
interface Inner {
  GRPCStreamCreator<T>(
    of: typeof StreamsClient,
    name: string,
    open: (client: StreamsClient) => T,
  ): () => Promise<T>;
  callArguments(call: { requiresLeader: boolean }, options: CallOptions): [Metadata, CallOptions];
}

/**
 * Appends that share one long call (BatchAppend), which the server handles in order. The client's own implementation
 * has one table of pending appends for the whole process. Here each call has its own table, so that a broken call
 * fails only its own appends, and late responses are ignored. Every response other than success or a wrong version
 * ends the call with `EventStoreAway`, since it is then unknown which appends were stored.
 */
export class SharedCall {
  private readonly client: EventStoreDBClient;
  private call: Promise<OpenCall> | null = null;
  private restsUntil = 0;
  private isClosed = false;

  /**
   * @param answerMs time in ms for which the server may send no response while appends wait
   * @param once whether to never open a call again after one broke: later appends could otherwise be stored without
   * earlier ones
   */
  constructor(
    url: string,
    private readonly answerMs: number,
    private readonly once = false,
  ) {
    // This client is not shared with other calls, so that a break of this call does not fail them.
    this.client = EventStoreDBClient.connectionString(url);
  }

  get isResting(): boolean {
    return performance.now() < this.restsUntil;
  }

  /**
   * @param at the version of the stream's last event; null if it has none
   * @throws WrongExpectedVersionError, EventStoreAway or ConnectionClosed
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

  /** Fails the appends without a response, and closes the call. */
  async close(): Promise<void> {
    this.isClosed = true;
    // A call that is still being opened is broken once it is open, since opening may take as long as the server is
    // unreachable.
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

  /**
   * Breaks the call only after long silence: a slow server is not away, and retrying each append would slow it
   * further.
   */
  private look(call: OpenCall): void {
    call.looks++;
    const [oldest] = call.awaited.values();
    if (!oldest) return;
    const isSilent = ++call.silentLooks > LOOKS;
    const isForgotten = call.looks - oldest.since > LOOKS * PATIENCE_WITH_ONE;
    if (isSilent || isForgotten) this.break(call, 'an append was not answered');
  }

  /** Ends the call and fails its pending appends, which may or may not have been stored. */
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

/** Creates a request without a deadline, since the server would compare the deadline with its own clock. */
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
