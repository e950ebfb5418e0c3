import { createInterface } from 'node:readline';
import express from 'express';
import { Pool } from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Serves one route per statement. Each line of standard input is a statement in JSON; its number is the path of its
 * route.
 */
const statements: Statement[] = [];
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express().disable('x-powered-by');
app.get('/:number', async (request, response) => {
  const { rows } = await pool.query(statements[Number(request.params.number)]!);
  response.json({ data: rows });
});
createInterface({ input: process.stdin }).on('line', (line) =>
  statements.push(JSON.parse(line) as Statement),
);
process.once('SIGTERM', () => process.exit(0));
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
