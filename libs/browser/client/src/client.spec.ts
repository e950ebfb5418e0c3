import { ParleyClient } from './client';
import { framesOf } from './frames';

interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** Creates a client whose requests get these responses, one after the other. */
function clientOf(...answers: (Response | Error)[]) {
  const asked: Asked[] = [];
  const fetch = (async (url: string, { method, headers }: RequestInit) => {
    asked.push({ url, method: method ?? '', headers: headers as Record<string, string> });
    const answer = answers[asked.length - 1]!;
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as typeof globalThis.fetch;
  return { asked, client: new ParleyClient({ url: 'https://parley.example/', key: 'parley_secret', fetch }) };
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

test('sends version 3, the key and the parameters with a call', async () => {
  const { client, asked } = clientOf(json({ data: [] }));
  await client.chats.list({ status: 'open', labelIds: ['a', 'b'], page: 2, keyword: undefined });
  expect(asked).toEqual([
    {
      url: 'https://parley.example/api/v3/messaging-chats/chats-list?status=open&labelIds=a%2Cb&page=2',
      method: 'GET',
      headers: { authorization: 'Bearer parley_secret' },
    },
  ]);
});

test('retries with the same idempotency key after 503 or a lost connection', async () => {
  const { client, asked } = clientOf(
    json({ code: 'unavailable' }, 503),
    new TypeError('fetch failed'),
    json({ entries: [], position: '1' }),
  );
  expect(await client.messages.send('chat', { text: 'Hi' })).toEqual({ entries: [], position: '1' });
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([
    3,
    1,
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
});

test('throws an error with the code of the refusal and the id of the request, without a retry', async () => {
  const { client, asked } = clientOf(
    json({ code: 'not_found', title: 'Not found' }, 404, { 'x-request-id': 'request-1' }),
  );
  await expect(client.contacts.get('nobody')).rejects.toMatchObject({
    ...{ status: 404, code: 'not_found', requestId: 'request-1' },
  });
  expect(asked).toHaveLength(1);
});

test('does not retry a change that is not idempotent', async () => {
  const { client, asked } = clientOf(json({ code: 'unavailable' }, 503));
  await expect(client.contacts.change('ana', { company: 'Ruiz' })).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(1);
});

test('reads whole events of a stream, wherever the stream is split into pieces', async () => {
  const bytes = new TextEncoder().encode(
    'retry: 2000\n\nid: 1\nevent: a\ndata: {"é":1}\n\n:\n\nid: 2\n\nid: 3',
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const frames = [];
  for await (const frame of framesOf(body)) frames.push(frame);
  expect(frames.filter(({ id }) => id)).toEqual([
    { id: '1', data: '{"é":1}' },
    { id: '2', data: null },
  ]);
});
