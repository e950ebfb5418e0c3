import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, test } from '../support/test';

const root = resolve(__dirname, '../../..');

/** Runs an example of the README unchanged, except that the product's host and port replace those of the README. */
async function run(name: string, product: Product): Promise<string> {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
  const example = new RegExp(`<!-- example: ${name} -->\\s*\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1];
  if (!example) throw new Error(`The README has no example "${name}".`);
  const script = example.replaceAll('http://localhost:3000', product.url);
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: root, env: product.env });
  return stdout;
}

test('the README’s webhook arrives, and its API call returns the message', async ({ product }) => {
  await run('webhook', product);
  const api = await Api.signIn(product, demo.agent.email);
  const words = 'Hi, where is my order?';
  // Searches by text, because the demo has another contact with the same name.
  await expect
    .poll(async () => (await api.chats('new')).map(({ lastEntry }) => lastEntry?.preview))
    .toContain(words);
  const { data } = JSON.parse(await run('api', product)) as { data: { lastEntry: { preview: string } }[] };
  expect(data.map(({ lastEntry }) => lastEntry.preview)).toContain(words);
});

test('the README’s example payload is parsed to the documented event', async ({ product }) => {
  expect(JSON.parse(await run('payload', product))).toMatchObject({
    provider: 'whatsapp-cloud',
    kind: 'message',
    type: 'location',
    location: { name: 'Facebook HQ', latitude: 37.4611978, longitude: -122.2164385 },
  });
});
