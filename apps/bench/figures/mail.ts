import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MailIntake } from '@parley/channels/email/mail-intake';
import { MailReader } from '@parley/channels/email/mail-reader';
import { SetAsideMails } from '@parley/channels/email/set-aside-mails';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import type { Channel } from '@parley/channels/read/channels.queries';
import { loadConfig } from '@parley/platform/config/config';
import { MailBodies } from '@parley/mail-html/mail-bodies';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { openEngines } from '@parley/server/engines';
import type { Figure } from '../figure';
import { inTurns, median } from '../statistics';

const MAILS = 10_000;
/** Number of servers that deliver mails concurrently. */
const AT_ONCE = 8;
const samples = resolve(__dirname, '../../libs/contexts/channels/src/email/fixtures');

/** Receives mails until each is durable with its files. The floor only parses the same mails. */
export const mail: Figure = {
  name: 'mail',
  async measure(bench) {
    const url = await bench.postgres.productDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'parley-bench-mail-'));
    const engines = await openEngines(loadConfig({ DATABASE_URL: url, PARLEY_DATA: folder }));
    const pool = new WorkerPool();
    const reader = new MailReader(pool);
    bench.onEnd(async () => {
      await pool.onApplicationShutdown();
      await engines.close();
      await bench.postgres.drop(url);
      await rm(folder, { recursive: true });
    });
    const setAside = new SetAsideMails(engines.database);
    const intake = new MailIntake(
      reader,
      engines.storage,
      new InboundPublisher(engines.bus),
      setAside,
      new MailBodies(engines.storage, pool),
    );
    const channel = mailbox();
    const envelope = { recipients: [channel.providerAccountId!] };
    const take = (raw: Buffer) => intake.take(channel, { raw, envelope, receivedAt: new Date() });
    const count = bench.size(Math.ceil(MAILS / bench.rounds));
    const sizes = await mixed();
    const rate = (work: (raw: Buffer) => Promise<unknown>) => async () => {
      const mails = Array.from({ length: count }, (_, index) => anew(sizes[index % sizes.length]!));
      const started = performance.now();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let raw = mails.pop(); raw; raw = mails.pop()) await work(raw);
        }),
      );
      return count / ((performance.now() - started) / 1000);
    };
    const contestants = {
      ours: rate(take),
      floor: rate((raw) => reader.read(raw, { envelope, own: [] }, channel.customerId)),
    };
    bench.tell(`${count} mails of 2 KB to 5 MB, taken in and taken apart in turns`);
    for (const contestant of Object.values(contestants)) await contestant();
    const { ours, floor } = await inTurns(bench.rounds, contestants);
    const goal = { of: 'ratio' as const, atLeast: 0.5 };
    return [{ name: 'mail', value: median(ours), floor: median(floor), unit: 'mails/s', goal }];
  },
};

/** The sample mails. In a hundred mails, nine have 200 KB and another has 5 MB. */
async function mixed(): Promise<Buffer[]> {
  const names = (await readdir(samples)).filter((name) => name.endsWith('.eml') && !name.startsWith('mixed'));
  const small = await Promise.all(names.map((name) => readFile(join(samples, name))));
  return Array.from({ length: 100 }, (_, index) =>
    index === 50 ? large(5_000_000) : index % 11 === 10 ? large(200_000) : small[index % small.length]!,
  );
}

function large(bytes: number): Buffer {
  const file = Buffer.alloc(Math.floor(bytes / 1.37), 'Parley').toString('base64');
  const lines = file.match(/.{1,76}/g)!.join('\r\n');
  return Buffer.from(
    [
      ...['From: Ana <ana@example.org>', 'To: support@parley.example', 'Subject: The bell'],
      ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="b"', '', '--b'],
      ...['Content-Type: text/html; charset=utf-8', '', '<p>The bell is <b>broken</b>.</p>', '--b'],
      ...['Content-Type: application/pdf; name="bell.pdf"', 'Content-Transfer-Encoding: base64', ''],
      ...[lines, '--b--', ''],
    ].join('\r\n'),
  );
}

/** A copy of the mail with another message id, so that it counts as another mail. */
function anew(raw: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`Message-ID: <${randomUUID()}@bench.example>\r\n`), raw]);
}

function mailbox(): Channel {
  const id = randomUUID();
  const address = 'support@parley.example';
  const identities = [{ id, name: 'Support', accountId: address }];
  return {
    ...{ id, customerId: randomUUID(), platform: 'email', provider: 'email', name: 'Support' },
    ...{ providerAccountId: address, identities },
  } as unknown as Channel;
}
