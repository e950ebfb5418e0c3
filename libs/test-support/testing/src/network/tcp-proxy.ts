import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Forwards connections between a client and a server, and can break them. */
export class TcpProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly target: number) {
    this.server = createServer((client) => this.join(client));
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.listen(0);
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections and accepts new ones. */
  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Closes the port and all connections.
   * @returns a function that opens the port again
   */
  async refuse(): Promise<() => Promise<void>> {
    const { port } = this;
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.drop();
    await closed;
    return () => this.listen(port);
  }

  /** Stops all traffic on the open connections without closing them. New connections are not affected. */
  freeze(): void {
    for (const socket of this.sockets) socket.pause();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.drop();
    await closed;
  }

  private async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  private join(client: Socket): void {
    const upstream = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => to.write(bytes));
      // Ignored, since tests break connections on purpose.
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
