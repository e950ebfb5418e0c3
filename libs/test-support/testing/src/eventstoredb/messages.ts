import {
  AllStreamPosition,
  Empty,
  StreamIdentifier,
  UUID,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import type { AppendReq, BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { AppendResp, BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import type { AppendOutcome, Expectation, LogRecord, Proposed } from './log-double';

// Functions that convert between the fake's log and EventStoreDB's protocol, with the classes that its client
// generates from the protocol.

export function streamName(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
}

/** Reads the expected revision of an AppendReq, a DeleteReq or a TombstoneReq, which have the same fields for it. */
export function expectation(options: AppendReq.Options): Expectation {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasNoStream()) return 'no-stream';
  return options.hasStreamExists() ? 'stream-exists' : 'any';
}

export function proposed(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function appendResponse(outcome: Exclude<AppendOutcome, { kind: 'deleted' }>): AppendResp {
  const response = new AppendResp();
  if (outcome.kind === 'stored') {
    const position = new AppendResp.Position();
    position.setCommitPosition(String(outcome.position)).setPreparePosition(String(outcome.position));
    const success = new AppendResp.Success();
    return response.setSuccess(success.setCurrentRevision(String(outcome.revision)).setPosition(position));
  }
  const conflict = new AppendResp.WrongExpectedVersion();
  if (outcome.current === null) conflict.setCurrentNoStream(new Empty());
  else conflict.setCurrentRevision(String(outcome.current));
  return response.setWrongExpectedVersion(conflict);
}

/** Reads one request of a shared call. */
export function batched(request: BatchAppendReq): {
  stream: string;
  events: Proposed[];
  expected: Expectation;
} {
  const options = request.getOptions();
  const expected = options?.hasNoStream()
    ? 'no-stream'
    : options?.hasStreamPosition()
      ? BigInt(options.getStreamPosition())
      : 'any';
  const events = request.getProposedMessagesList().map((message) => proposed(message));
  return { stream: streamName(options?.getStreamIdentifier()), events, expected };
}

/**
 * The response to a request of a shared call. A conflict is reported as by the server; other errors are all alike,
 * since the product's client does not distinguish them.
 */
export function batchResponse(request: BatchAppendReq, outcome: AppendOutcome): BatchAppendResp {
  const response = new BatchAppendResp().setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  if (outcome.kind !== 'stored') return response.setError(refusal(outcome));
  const position = new AllStreamPosition()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position));
  const success = new BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
  return response.setSuccess(success.setPosition(position));
}

function refusal(outcome: Exclude<AppendOutcome, { kind: 'stored' }>): Status {
  const status = new Status().setCode(2).setMessage(outcome.kind);
  if (outcome.kind === 'deleted') return status;
  const conflict = new WrongExpectedVersion();
  if (outcome.current === null) conflict.setCurrentNoStream(new Empty());
  else conflict.setCurrentStreamRevision(String(outcome.current));
  const details = new Any();
  details.pack(conflict.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  return status.setDetails(details);
}

export function eventResponse(record: LogRecord): ReadResp {
  const position = String(record.position);
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(record.stream)))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  event
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    // Time in units of 100 ns since 1970.
    .set('created', '17000000000000000');
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setCommitPosition(position));
}

export function missingResponse(stream: string): ReadResp {
  const identifier = new StreamIdentifier().setStreamName(Buffer.from(stream));
  return new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier));
}

export function confirmationResponse(id: string): ReadResp {
  return new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));
}

export function caughtUpResponse(): ReadResp {
  return new ReadResp().setCaughtUp(new ReadResp.CaughtUp());
}

export function checkpointResponse(position: bigint): ReadResp {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position));
  return new ReadResp().setCheckpoint(checkpoint);
}

/** @returns the position at which a read of the log begins */
export function startOf(all: ReadReq.Options.AllOptions): bigint | 'start' | 'end' {
  if (all.hasEnd()) return 'end';
  return all.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? '0') : 'start';
}
