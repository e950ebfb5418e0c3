import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program that takes webhooks, at once and without a word. */
export class EventReceiver {
  /** Milliseconds from when an event happened until it was here, of each that came. */
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
