import { Injectable, Logger } from '@nestjs/common';
import type { PushPayload } from '@parley/contracts/api/push';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { Database } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import { grouped } from './grouped';
import { mustShow } from './domain/push-services';
import { PushClient } from './push-client';
import { PushDevices } from './push-devices';
import { PushQueue, type DueDelivery } from './push-queue';
import { wordsIn } from './words';

const IDLE_MS = 1_000;
const DEVICES_AT_ONCE = 16;
const SWEEP_EVERY_MS = 10 * 60_000;
const MAX_TRIES = 4;

/** Sends due pushes, to several devices in parallel and to each device one after the other. */
@Injectable()
export class PushSender implements LeasedWork {
  readonly name = 'push';
  private readonly logger = new Logger(this.name);
  private sweptAt = 0;

  constructor(
    private readonly database: Database,
    private readonly queue: PushQueue,
    private readonly devices: PushDevices,
    private readonly client: PushClient,
  ) {}

  run(lease: Lease): Promise<void> {
    const guarded = lease.guard(this.database);
    const round = async () => {
      const sent = await this.send(guarded);
      if (performance.now() - this.sweptAt > SWEEP_EVERY_MS || this.sweptAt === 0) {
        await this.queue.sweep();
        this.sweptAt = performance.now();
      }
      return sent > 0 ? 0 : IDLE_MS;
    };
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /** @returns the number of devices to which pushes were sent */
  async send(database: Pick<Database, 'transaction'> = this.database): Promise<number> {
    const due = await database.transaction((tx) => this.queue.take(tx, DEVICES_AT_ONCE));
    await Promise.all([...due].map(([deviceId, deliveries]) => this.sendTo(deviceId, deliveries)));
    return due.size;
  }

  private async sendTo(deviceId: string, deliveries: DueDelivery[]): Promise<void> {
    const device = await this.devices.find(deviceId);
    if (!device) return;
    const { subscription, language } = device;
    const words = wordsIn(language);
    const isShown = (payload: PushPayload) => payload.kind !== 'close' || !mustShow(subscription.endpoint);
    const wanted = deliveries.filter(({ payload }) => isShown(payload));
    for (const { payload, of } of grouped(wanted, words)) {
      const { failure, status, retryAfter } = await this.client.push(subscription, payload, topicOf(payload));
      if (failure === 'gone') return this.devices.note(deviceId, 'gone');
      if (failure === 'unreachable' && of.every(({ tries }) => tries < MAX_TRIES)) {
        const tries = Math.max(...of.map((one) => one.tries));
        await this.queue.retry(of, Math.min(retryAfter ?? 5 * 4 ** (tries - 1), 300));
      }
      if (failure === 'refused') this.logger.warn(`A push service answered ${status ?? 'nothing'}.`);
      await this.devices.note(deviceId, failure === 'maybe' ? 'unreachable' : failure);
    }
  }
}

/** The topic of a push: its tag within 32 characters of base64url, so that a newer push replaces an undelivered one. */
function topicOf(payload: PushPayload): string | undefined {
  return payload.kind === 'test' ? undefined : payload.tag.replaceAll('-', '').slice(0, 32);
}
