import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Number of sockets that are opened concurrently; it is limited, since the server verifies a token for each. */
const AT_ONCE = 20;

/**
 * Sockets that implement only the part of socket.io's protocol that is needed to receive. They do nothing but search
 * messages for words, so that the benchmark measures the sender.
 */
export class Listeners {
  /** Called with the index of a socket and with the text of every event that it receives. */
  onEvent: (listener: number, text: string) => void = () => undefined;

  private constructor(private readonly sockets: WebSocket[]) {}

  /** @param tokens one token for each socket; undefined for a server without authentication */
  static async connect(address: string, tokens: (string | undefined)[]): Promise<Listeners> {
    const listeners = new Listeners([]);
    for (let from = 0; from < tokens.length; from += AT_ONCE) {
      const some = tokens.slice(from, from + AT_ONCE);
      const opened = await Promise.all(
        some.map((token, index) => listeners.open(from + index, urlOf(address, token))),
      );
      listeners.sockets.push(...opened);
    }
    return listeners;
  }

  get size(): number {
    return this.sockets.length;
  }

  async close(): Promise<void> {
    const gone = this.sockets.map((socket) => once(socket, 'close'));
    for (const socket of this.sockets) socket.close();
    await Promise.all(gone);
  }

  private async open(listener: number, url: string): Promise<WebSocket> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server closed a socket.')));
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        // First digits of the messages: `0` opens the connection and `2` is a ping of Engine.IO; the others are
        // socket.io's connect, refusal and event.
        if (text.startsWith('0')) socket.send('40');
        else if (text === '2') socket.send('3');
        else if (text.startsWith('40')) resolve();
        else if (text.startsWith('44')) reject(new Error(`The server refused a socket: ${text}`));
        else if (text.startsWith('42')) this.onEvent(listener, text);
      });
    });
    return socket;
  }
}

function urlOf(address: string, token: string | undefined): string {
  const url = new URL('/socket.io/?EIO=4&transport=websocket', address);
  url.protocol = 'ws:';
  if (token !== undefined) url.searchParams.set('token', token);
  return url.href;
}
