import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { Server } from 'socket.io';

/** Bare socket.io: emits each line of standard input, which is JSON, to every socket. */
const http = createServer();
const sockets = new Server(http, { transports: ['websocket'], serveClient: false });
createInterface({ input: process.stdin }).on('line', (line) => sockets.emit('push', JSON.parse(line)));
process.once('SIGTERM', () => process.exit(0));
http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
