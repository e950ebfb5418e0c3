import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook receiver of an integrator, running on this machine. */
export class HookReceiver {
  /** Types of the received events, in the order of arrival. */
  readonly taken: string[] = [];
  /** HTTP status with which it responds. */
  status = 204;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<HookReceiver> {
    const receiver: HookReceiver = new HookReceiver(
      createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const { type } = JSON.parse(Buffer.concat(parts).toString()) as { type: string };
          if (receiver.status < 300) receiver.taken.push(type);
          response.writeHead(receiver.status).end();
        });
      }),
    );
    await new Promise<void>((done) => receiver.server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
