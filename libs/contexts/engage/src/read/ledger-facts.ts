import { idOf, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { ECOSYSTEM_WAIT_HOURS, HEALTHY_ECOSYSTEM, MAX_ATTEMPTS } from '../domain/retry-rules';
import { recipientStatuses, type RecipientRow, type RecipientStatus } from './ledger.rows';

type Queued = RecordedEvent & Extract<MessageEvent, { type: 'MessageQueued' }>;
type Opened = RecordedEvent & Extract<MessageEvent, { type: 'MessageLinkOpened' }>;
type Received = RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>;

/** A queued message replaces the status and the reason of the row. */
export function afterQueueing<Row extends RecipientRow>(row: Row, event: Queued): Row {
  const { conversationId } = event.data;
  return {
    ...row,
    ...{ status: 'queued', reason: null, provider_code: null, conversation_id: conversationId },
    ...{ message_id: idOf(event.stream), queued_at: event.time },
  };
}

/**
 * The row after an event of its message. A status never goes back.
 * @param isOver whether the broadcast is cancelled, so that a failure is not tried again
 */
export function afterMessageFact<Row extends RecipientRow>(
  row: Row,
  event: RecordedEvent & MessageEvent,
  isOver: boolean,
): Row {
  switch (event.type) {
    case 'MessageSendDeferred':
      return row.status === 'queued' ? { ...row, reason: 'waiting', due_at: event.data.retryAt } : row;
    case 'MessageOutcomeUnknown':
      return forward(row, 'unknown', {});
    case 'MessageSent':
      return forward(row, 'sent', { sent_at: event.time });
    case 'MessageAcknowledged':
      return forward(row, 'sent', { sent_at: event.data.at });
    case 'MessageDelivered': {
      const { at } = event.data;
      return forward(row, 'delivered', { sent_at: row.sent_at ?? at, delivered_at: at });
    }
    case 'MessageRead': {
      const { at } = event.data;
      const delivered_at = row.delivered_at ?? at;
      return forward(row, 'read', { sent_at: row.sent_at ?? at, delivered_at, read_at: at });
    }
    case 'MessageDeclined':
      return declined(row, event.data, isOver);
    default:
      return row;
  }
}

/** Only the first reply counts. */
export function afterReply<Row extends RecipientRow>(row: Row, event: Received, buttons: string[]): Row {
  const content = event.data.personal?.content;
  const text = content?.type === 'text' ? content.text.trim() : '';
  const button = row.button ?? (buttons.includes(text) ? text : null);
  return { ...row, replied_at: row.replied_at ?? event.time, button };
}

/** Only the first pressed button counts. */
export function afterClick<Row extends RecipientRow>(row: Row, { data, time }: Opened): Row {
  return row.button === null ? { ...row, button: data.button, clicked_at: time } : row;
}

function declined<Row extends RecipientRow>(
  row: Row,
  { reason, providerCode, at }: Extract<MessageEvent, { type: 'MessageDeclined' }>['data'],
  isOver: boolean,
): Row {
  if (!isAhead(row.status, 'failed')) return row;
  if (providerCode === HEALTHY_ECOSYSTEM && row.attempt < MAX_ATTEMPTS && !isOver) {
    const due_at = new Date(Date.parse(at) + ECOSYSTEM_WAIT_HOURS * 3_600_000).toISOString();
    const attempt = row.attempt + 1;
    return {
      ...row,
      ...{
        status: 'planned',
        reason: 'waiting',
        provider_code: providerCode,
        due_at,
        attempt,
        sent_at: null,
      },
    };
  }
  return forward(row, 'failed', { reason, provider_code: providerCode ?? null });
}

function forward<Row extends RecipientRow>(
  row: Row,
  status: RecipientStatus,
  changes: Partial<RecipientRow>,
): Row {
  if (!isAhead(row.status, status)) return row;
  return { ...row, reason: null, provider_code: null, ...changes, status };
}

function isAhead(from: RecipientStatus, to: RecipientStatus): boolean {
  return recipientStatuses.indexOf(to) > recipientStatuses.indexOf(from);
}
