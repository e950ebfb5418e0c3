import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { Pool } from 'pg';
import { Server } from 'socket.io';

/**
 * The simplest program that shows a signed webhook on screens: it makes one insert, and emits one event to every
 * socket.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express().disable('x-powered-by');
const http = createServer(app);
const sockets = new Server(http, { transports: ['websocket'], serveClient: false });

app.use(express.raw({ type: () => true }), async (request, response) => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const signature = createHmac('sha256', process.env.APP_SECRET ?? '')
    .update(body)
    .digest('hex');
  const [given, wanted] = [request.get('x-hub-signature-256') ?? '', `sha256=${signature}`].map((text) =>
    Buffer.from(text),
  );
  if (given?.length !== wanted?.length || !timingSafeEqual(given!, wanted!)) return response.sendStatus(401);
  await pool.query({ name: 'insert', text: 'insert into webhook (body) values ($1)', values: [body] });
  response.send('');
  sockets.emit('push', JSON.parse(body.toString()));
});

async function main(): Promise<void> {
  await pool.query(
    'create table if not exists webhook (id bigint generated always as identity primary key, body bytea not null)',
  );
  http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
  process.once('SIGTERM', () => process.exit(0));
}

void main();
