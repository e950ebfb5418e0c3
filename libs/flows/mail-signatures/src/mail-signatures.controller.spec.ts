import type { CommandBus } from '@nestjs/cqrs';
import type { AccessQueries } from '@parley/access/read/access.queries';
import type { ToUser } from '@parley/access/write/user.handler';
import type { ChannelQueries } from '@parley/channels/read/channels.queries';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { Principal } from '@parley/platform/http/principal';
import { SignatureSanitizer } from '@parley/access/write/signature-sanitizer';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { MailSignaturesController } from './mail-signatures.controller';

const pool = new WorkerPool();
afterAll(() => pool.onApplicationShutdown());

const me = { customerId: 'harbour', userId: 'ana' } as Principal;
const seen: Record<string, string> = { repairs: 'email', desk: 'sms' };

function change(userId: string, channelId: string, html: string) {
  const asked: ToUser[] = [];
  const channels = {
    one: (_viewer: Principal, id: string) =>
      seen[id] ? Promise.resolve({ platform: seen[id] }) : Promise.reject(new NotFound()),
  };
  const execute = (envelope: ToUser) => {
    asked.push(envelope);
    return Promise.resolve({ position: '7', events: [] });
  };
  const controller = new MailSignaturesController(
    { user: () => Promise.resolve({}) } as unknown as AccessQueries,
    channels as unknown as ChannelQueries,
    { execute } as unknown as CommandBus,
    {} as Views,
    new SignatureSanitizer(pool),
  );
  return { asked, answer: controller.change(me, userId, channelId, { html }) };
}

test('stores the signature for a mailbox without executable markup', async () => {
  const { asked, answer } = change('ana', 'repairs', '<p onclick="x()">Ana</p>');
  expect(await answer).toMatchObject({ html: '<p>Ana</p>' });
  const kept = { type: 'ChangeChannelSignature', userId: 'ana', channelId: 'repairs', html: '<p>Ana</p>' };
  expect(asked.map(({ id, command }) => [id, command])).toEqual([['ana', kept]]);
});

test('refuses a huge signature of nested SVG elements', async () => {
  const { asked, answer } = change('ana', 'repairs', '<svg>'.repeat(120_000));
  await expect(answer).rejects.toMatchObject({ code: 'signature_too_large' });
  expect(asked).toEqual([]);
});

test.each<[string, string, string, string]>([
  ['another user', 'tom', 'repairs', 'not_authorized'],
  ['a channel that is no mailbox', 'ana', 'desk', 'not_found'],
  ['a mailbox that the user cannot see', 'ana', 'sales', 'not_found'],
])('refuses a signature for %s', async (_what, userId, channelId, code) => {
  const { asked, answer } = change(userId, channelId, '<p>Ana</p>');
  await expect(answer).rejects.toMatchObject({ code });
  expect(asked).toEqual([]);
});
