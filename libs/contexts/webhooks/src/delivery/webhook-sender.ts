import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { WEBHOOK_LOG_DAYS } from '@parley/contracts/api/webhooks';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { START } from '@parley/event-sourcing/store/position';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Lease } from '@parley/platform/lease/lease';
import { additionalHeaders } from '../domain/additional-headers';
import { afterFailure, closed, isGivenUp, isOpen, type Circuit } from '../domain/circuit';
import { retryAt } from '../domain/retry-schedule';
import { webhooksView } from '../read/webhooks.view';
import { ToWebhook } from '../domain/webhook';
import { WebhookSecrets } from '../write/webhook-secrets';
import { Answers } from './answers';
import { BodiesAhead } from './bodies-ahead';
import { DeliveryBody } from './delivery-body';
import { DeliveryStore, type Endpoint, type Outcome, type Waiting } from './delivery-store';
import { countDelivery, webhookLag } from './delivery-metrics';
import { Receiver, TIMEOUT_MS, type Answer } from './receiver';
import { ReceiverAddresses } from './receiver-address';
import { signatureOf } from './signature';

/** Interval in ms between looks for due deliveries. */
const EVERY_MS = 250;
const TRIM_EVERY_MS = 60 * 60_000;
const MEASURE_EVERY_MS = 15_000;
/**
 * Maximum numbers of webhooks that are served concurrently, of concurrent requests to each, and of deliveries that
 * are read together.
 */
const MAX_ENDPOINTS = 200;
const LANES = 16;
const WINDOW = 256;
/** Number of outcomes that are saved together; after a crash, these deliveries are sent again. */
const SAVE_AT = 64;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A round of deliveries to one receiver. */
interface Round {
  endpoint: Endpoint;
  headers: Record<string, string>;
  secrets: string[];
  receiver: Receiver;
  bodies: BodiesAhead<Waiting>;
  circuit: Circuit;
  /** Whether the receiver answered 410, which switches the webhook off. */
  isGone: boolean;
  outcomes: Outcome[];
}

/**
 * Sends queued deliveries: each webhook separately, so that a slow receiver delays no other; events of one
 * conversation in order; and each event until its receiver has answered 2xx, for three days at most.
 */
@Injectable()
export class WebhookSender implements LeasedWork {
  readonly name = 'webhooks-send';
  private readonly logger = new Logger(this.name);
  private readonly draining = new Map<string, Promise<void>>();
  now = () => Date.now();
  random = () => Math.random();
  timeoutMs = TIMEOUT_MS;

  constructor(
    private readonly deliveries: DeliveryStore,
    private readonly body: DeliveryBody,
    private readonly answers: Answers,
    private readonly addresses: ReceiverAddresses,
    private readonly secrets: WebhookSecrets,
    private readonly commands: CommandBus,
    private readonly views: Views,
  ) {}

  async run(lease: Lease): Promise<void> {
    const warn = (error: unknown) => this.logger.warn(String(error));
    const look = async () => {
      // The view has no tables until a projector folds it for the first time.
      if (!(await this.views.waitFor(webhooksView.name, START))) return EVERY_MS;
      for (const id of await this.deliveries.due(this.iso())) {
        if (this.draining.size < MAX_ENDPOINTS && !this.draining.has(id)) this.start(id, lease);
      }
      return EVERY_MS;
    };
    const trim = async () => ((await this.trim()) > 0 ? 0 : TRIM_EVERY_MS);
    const measure = async () => {
      if (await this.views.waitFor(webhooksView.name, START))
        webhookLag.set(await this.deliveries.lag(this.iso()));
      return MEASURE_EVERY_MS;
    };
    await Promise.all([look, trim, measure].map((work) => lease.repeat(work, warn)));
    // Another process reports the lag from now on.
    webhookLag.set(0);
    await Promise.all(this.draining.values());
  }

  /** Sends the due deliveries of one webhook until none is left. */
  async drain(id: string, lease: Pick<Lease, 'isOwned'>): Promise<void> {
    const receiver = new Receiver(LANES);
    try {
      while (lease.isOwned() && (await this.round(id, receiver, lease)));
    } finally {
      receiver.close();
    }
  }

  private start(id: string, lease: Lease): void {
    const draining = this.drain(id, lease)
      .catch((error: unknown) => this.logger.warn(`Webhook ${id}: ${String(error)}`))
      .finally(() => this.draining.delete(id));
    this.draining.set(id, draining);
  }

  private trim(): Promise<number> {
    return this.deliveries.trim(new Date(this.now() - WEBHOOK_LOG_DAYS * DAY_MS).toISOString());
  }

  /** @returns whether there may be more to send immediately */
  private async round(id: string, receiver: Receiver, lease: Pick<Lease, 'isOwned'>): Promise<boolean> {
    const endpoint = await this.deliveries.endpoint(id);
    if (!endpoint) return false;
    const { circuit } = endpoint;
    const rests = circuit.openUntil !== null && circuit.openUntil > this.now();
    const waiting = await this.deliveries.next(id, this.iso(), {
      most: isOpen(circuit) ? 1 : WINDOW,
      onlyAsked: endpoint.state !== 'active' || rests,
    });
    if (waiting.length === 0) return false;
    const isOverlapping = endpoint.previousUntil !== null && endpoint.previousUntil.getTime() > this.now();
    const round: Round = {
      ...{ endpoint, receiver, circuit, isGone: false, outcomes: [] },
      bodies: new BodiesAhead(waiting, (one) => this.body.of(one, endpoint.payload)),
      headers: additionalHeaders(await this.secrets.headers(endpoint)),
      secrets: await this.secrets.signing(endpoint, isOverlapping),
    };
    await this.sendAll(lanesOf(waiting), round, lease);
    await this.deliveries.save(round.outcomes);
    if (round.circuit !== circuit) await this.deliveries.saveCircuit(id, round.circuit);
    const isOff = round.isGone || isGivenUp(round.circuit, this.now());
    if (isOff && endpoint.state === 'active') await this.switchOff(round);
    return !isOff && endpoint.state === 'active';
  }

  private async sendAll(lanes: Waiting[][], round: Round, lease: Pick<Lease, 'isOwned'>): Promise<void> {
    const isOpenAtFirst = isOpen(round.circuit);
    const isOver = () => !lease.isOwned() || round.isGone || (!isOpenAtFirst && isOpen(round.circuit));
    const work = async () => {
      for (let lane = lanes.shift(); lane && !isOver(); lane = lanes.shift()) {
        for (const waiting of lane) {
          if (isOver() || !(await this.send(waiting, round))) break;
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));
  }

  /** @returns whether the next delivery of the same key queue may be sent */
  private async send(waiting: Waiting, round: Round): Promise<boolean> {
    const at = this.now();
    const answer = await this.ask(waiting, round);
    const isTaken = answer.status !== null && answer.status >= 200 && answer.status < 300;
    // The log no longer contains the event, so it can never be delivered.
    const isMissing = answer.error === 'event_missing';
    if (answer.status === 410) round.isGone = true;
    if (isTaken && round.circuit.failures > 0) round.circuit = closed;
    if (!isTaken && !isMissing)
      round.circuit = afterFailure(round.circuit, { at, now: this.now() }, this.random());
    countDelivery(isTaken ? 'delivered' : 'failed', answer.durationMs);
    const outcome = await this.outcomeOf(waiting, answer, { at, isTaken, isMissing, circuit: round.circuit });
    round.outcomes.push(outcome);
    if (round.outcomes.length >= SAVE_AT) await this.deliveries.save(round.outcomes.splice(0));
    return outcome.state !== 'waiting';
  }

  private async ask(waiting: Waiting, round: Round): Promise<Answer> {
    const { endpoint, headers, secrets, receiver, bodies } = round;
    const failed = (error: string): Answer => ({ status: null, error, body: '', durationMs: 0 });
    const body = await bodies.of(waiting);
    if (body === null) return failed('event_missing');
    if (secrets.length === 0) return failed('secret_missing');
    const to = await this.addresses.of(endpoint.customerId).destination(endpoint.url);
    if (!to) return failed('address_refused');
    const timestamp = Math.floor(this.now() / 1000);
    const signed = {
      ...headers,
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
      'webhook-id': waiting.event_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id: waiting.event_id, timestamp, body }, secrets),
    };
    return receiver.post(to, signed, body, this.timeoutMs);
  }

  private async outcomeOf(
    waiting: Waiting,
    { status, error, body, durationMs }: Answer,
    {
      at,
      isTaken,
      isMissing,
      circuit,
    }: { at: number; isTaken: boolean; isMissing: boolean; circuit: Circuit },
  ): Promise<Outcome> {
    const {
      webhook_id: webhookId,
      event_id: eventId,
      customer_id: customerId,
      contact_id: contactId,
    } = waiting;
    const number = waiting.attempts + 1;
    const answer = await this.answers.seal({ customerId, webhookId, eventId, number, contactId }, body);
    const firstAt = waiting.first_at?.getTime() ?? at;
    const isSettled = isTaken || isMissing;
    const next = isSettled ? null : retryAt(waiting.tries + 1, firstAt, this.now(), this.random());
    // While a receiver accepts nothing at all, the webhook is switched off, and its deliveries wait instead of being
    // given up.
    const isGivenUp = isMissing || (next === null && !isDown(circuit, firstAt));
    const state = isTaken ? 'delivered' : isGivenUp ? 'given-up' : 'waiting';
    return {
      ...{ webhook_id: webhookId, event_id: eventId, number, at: iso(at), duration_ms: durationMs },
      ...{ status, error, answer, state, tries: waiting.tries + 1, first_at: iso(firstAt) },
      next_at: state === 'waiting' ? iso(next ?? this.now() + MINUTE_MS) : null,
    };
  }

  private async switchOff({ endpoint: { id, customerId }, isGone }: Round): Promise<void> {
    const now = this.iso();
    const cause = isGone ? 'gone' : 'failures';
    const context = doneBy(this.name, { customerId, doing: `${id}/off/${now}`, now });
    const { position } = await this.commands.execute(
      new ToWebhook(id, { type: 'SwitchOff', cause }, context),
    );
    if (position) await this.views.waitFor(webhooksView.name, position);
  }

  private iso(): string {
    return iso(this.now());
  }
}

/** Whether a receiver has accepted nothing since about the given time. */
function isDown({ failingSince }: Circuit, firstAt: number): boolean {
  return failingSince !== null && failingSince <= firstAt + HOUR_MS;
}

function lanesOf(waiting: Waiting[]): Waiting[][] {
  const lanes = new Map<string, Waiting[]>();
  for (const row of waiting) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row]);
  return [...lanes.values()];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
