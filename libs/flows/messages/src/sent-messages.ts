import { Injectable } from '@nestjs/common';
import type { EntryStatus } from '@parley/contracts/api/conversations';
import type { StatusReason } from '@parley/contracts/events';
import { message } from '@parley/conversations/domain/message';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { pause } from '@parley/platform/database/retry';

export interface Thread {
  customerId: string;
  conversationId: string;
}

/**
 * Maximum age in ms of a message that an echo can belong to: providers echo a message before or shortly after they
 * respond to its send.
 */
const ECHO_WITHIN_MS = 300_000;
/** Time in ms within which a provider has responded to a send; no adapter waits longer. */
const ANSWER_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 200;
const VIEW_TIMEOUT_MS = 2_000;

/**
 * WhatsApp's error code for a recipient who does not use WhatsApp, has an old version of it, or cannot be reached.
 */
const UNDELIVERABLE = '131026';

const EARLIEST = '1970-01-01T00:00:00.000Z';

/** Finds messages that we sent in a conversation, for providers' reports that do not contain our ids. */
@Injectable()
export class SentMessages {
  constructor(
    private readonly transcripts: TranscriptQueries,
    private readonly aggregates: Aggregates,
    private readonly store: EventStore,
    private readonly views: Views,
  ) {}

  /**
   * Whether we sent the message with this provider id. While a provider's response is pending, the id of our message
   * is not known yet, so this waits for the response.
   */
  async includes(thread: Thread, externalId: string): Promise<boolean> {
    const from = new Date(Date.now() - ECHO_WITHIN_MS).toISOString();
    const statuses = ['pending', 'unknown', 'sent', 'delivered', 'read'] as const;
    const ids = await this.outgoing(thread, { statuses: [...statuses], from, until: soon() });
    const giveUpAt = Date.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const states = await Promise.all(ids.map((id) => this.stateOf(thread, id)));
      if (states.some((state) => state.externalId === externalId)) return true;
      const isAwaited = states.some(({ sending }) => sending === 'started');
      if (!isAwaited || Date.now() > giveUpAt) return false;
      await pause(LOOK_EVERY_MS, new AbortController().signal);
    }
  }

  /** Ids of the messages whose status changes with a receipt for all messages up to a time (ISO 8601 UTC). */
  upTo(thread: Thread, status: 'delivered' | 'read', until: string): Promise<string[]> {
    const statuses: EntryStatus[] = status === 'read' ? ['sent', 'delivered'] : ['sent'];
    return this.outgoing(thread, { statuses, from: EARLIEST, until });
  }

  /**
   * The reason why a message was declined. WhatsApp has one code for recipients who do not use it and for recipients
   * who cannot be reached at present. If an earlier message reached the contact, the reason is `unreachable`.
   */
  async whyDeclined<R extends StatusReason | undefined>(
    { reason, providerCode }: { reason: R; providerCode?: string },
    messageId: string,
    customerId: string,
  ): Promise<R | 'unreachable'> {
    if (reason !== 'not_whatsapp_registered' || providerCode !== UNDELIVERABLE) return reason;
    const told = await this.stateOf({ customerId }, messageId);
    const { written } = told.aliasOf ? await this.stateOf({ customerId }, told.aliasOf) : told;
    if (!written) return reason;
    const reached = { statuses: ['delivered', 'read'] as EntryStatus[], from: EARLIEST, until: soon() };
    const ids = await this.transcripts.outgoing(customerId, written.conversationId, reached);
    return ids.length > 0 ? 'unreachable' : reason;
  }

  private async outgoing(
    { customerId, conversationId }: Thread,
    asked: Parameters<TranscriptQueries['outgoing']>[2],
  ): Promise<string[]> {
    const head = await this.store.head();
    if (head) await this.views.waitFor(transcriptView.name, head, VIEW_TIMEOUT_MS);
    return this.transcripts.outgoing(customerId, conversationId, asked);
  }

  private async stateOf({ customerId }: Pick<Thread, 'customerId'>, id: string) {
    const { state } = await this.aggregates.load(message, 'message', id, customerId);
    return state;
  }
}

/** The time in a minute, to allow for a difference between the clocks of two machines. */
function soon(): string {
  return new Date(Date.now() + 60_000).toISOString();
}
