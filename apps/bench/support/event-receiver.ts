import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks that responds immediately with 204. */
export class EventReceiver {
  /** For each received event, the time in ms from the event to its arrival. */
  readonly lags: number[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<EventReceiver> {
    const receiver: EventReceiver = new EventReceiver(
      createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const { timestamp } = JSON.parse(Buffer.concat(parts).toString()) as { timestamp: string };
          receiver.lags.push(Date.now() - Date.parse(timestamp));
          response.writeHead(204).end();
        });
      }),
    );
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
