import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Behaviour of the fake: `refuse` responds to a client's startup message with an error; `answer` accepts clients, and
 * responds to every query with this text.
 */
export type Behaviour = { refuse: { code: string; message: string } } | { answer: string };

const SSL_REQUEST = 80_877_103;

/**
 * Fake of a PostgreSQL server, which implements only the part of the protocol with which poolers and old releases
 * refuse clients.
 */
export class PostgresProtocolDouble {
  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  static async start(behaviour: Behaviour): Promise<PostgresProtocolDouble> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.on('data', (bytes) => respond(socket, bytes, behaviour));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PostgresProtocolDouble(server, sockets);
  }

  get url(): string {
    return `postgres://someone:secret-word@127.0.0.1:${(this.server.address() as AddressInfo).port}/parley`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function respond(socket: Socket, bytes: Buffer, behaviour: Behaviour): void {
  const isStartup = bytes[0] === 0;
  if (isStartup && bytes.readInt32BE(4) === SSL_REQUEST) socket.write('N');
  else if ('refuse' in behaviour) {
    const { code, message } = behaviour.refuse;
    socket.end(frame('E', `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`));
  } else if (isStartup) socket.write(Buffer.concat([frame('R', int32(0)), ready]));
  else if (bytes[0] === 'Q'.charCodeAt(0)) socket.write(Buffer.concat([...rowOf(behaviour.answer), ready]));
}

function frame(type: string, body: string | Buffer): Buffer {
  const content = Buffer.from(body as string);
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

const ready = frame('Z', 'I');

/** Protocol messages for one row with one text column, named as in the response to `show server_version`. */
function rowOf(text: string): Buffer[] {
  const column = Buffer.concat([Buffer.from('server_version\0'), int32(0), int16(0), int32(25)]);
  const description = Buffer.concat([int16(1), column, int16(-1), int32(-1), int16(0)]);
  const row = Buffer.concat([int16(1), int32(Buffer.byteLength(text)), Buffer.from(text)]);
  return [frame('T', description), frame('D', row), frame('C', 'SHOW\0')];
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
