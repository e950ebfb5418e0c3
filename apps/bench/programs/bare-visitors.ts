import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** Bare socket.io with a namespace. */
const http = createServer();
const sockets = new Server(http, { transports: ['websocket'], serveClient: false });
sockets.of('/web-chat').on('connection', () => undefined);
process.once('SIGTERM', () => process.exit(0));
http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
