import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Broker, freePort, isFree } from '../../../scripts/support/kafka';

/** A Kafka broker for one flow, which starts with an empty data folder. */
export class KafkaBroker {
  private constructor(
    private readonly broker: Broker,
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<KafkaBroker> {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-kafka-'));
    const port = await freePort();
    const broker = new Broker(dataDir);
    await broker.up(port);
    return new KafkaBroker(broker, dataDir, port);
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Kills the broker by SIGKILL. */
  async kill(): Promise<void> {
    const running = this.broker.running();
    if (!running) throw new Error('Kafka ended by itself.');
    process.kill(running.pid, 'SIGKILL');
    // The process disappears from the process list before its port is free, so both are awaited.
    while (this.broker.running() || !(await isFree(this.port))) await pause(10);
  }

  /** Starts the broker again with its data. */
  async boot(): Promise<void> {
    await this.broker.up(this.port);
  }

  async stop(): Promise<void> {
    await this.broker.down();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
