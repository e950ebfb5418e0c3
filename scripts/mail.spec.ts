import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { check, imapClient } from '@parley/channels/adapters/email/check';
import { mailServer } from '@parley/channels/adapters/email/mail-server';
import { MailboxReader } from '@parley/channels/email/mailbox-reader';
import type { MailIntake } from '@parley/channels/email/mail-intake';
import type { FolderPlace, MailboxStore } from '@parley/channels/email/mailbox-store';
import type { Channel } from '@parley/channels/read/channels.queries';
import { eventually } from '@parley/testing/waiting/eventually';
import { freePort, missingTools } from './support/kafka';
import { MailServer } from './support/mail';

const missing = missingTools();
const onServer = missing.length === 0 ? describe : describe.skip;

// These tests use a real mail server; other tests use the fake.
onServer(
  `GreenMail${missing.length > 0 ? ` (did not run: no ${missing.join(' and no ')} here)` : ''}`,
  () => {
    let folder: string;
    let server: MailServer;
    let ports: { imap: number; smtp: number };
    let connection: Parameters<typeof check>[0];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
      server = new MailServer(folder);
      ports = await server.up({ imap: await freePort(), smtp: await freePort() });
      const [imap, smtp] = [`127.0.0.1:${ports.imap}`, `127.0.0.1:${ports.smtp}`];
      process.env.PARLEY_MAIL_HOSTS = `${imap},${smtp}`;
      connection = {
        ...{ apiBaseUrl: null, businessAccountId: null, providerAccountId: 'support@parley.example' },
        secrets: { 'imap-server': imap, 'smtp-server': smtp, 'user-name': 'support', password: 'secret' },
      };
    }, 240_000);
    afterAll(async () => {
      delete process.env.PARLEY_MAIL_HOSTS;
      await server.down();
      await rm(folder, { recursive: true });
    }, 60_000);

    async function write(subject: string): Promise<void> {
      const transport = createTransport({ host: '127.0.0.1', port: ports.smtp, ignoreTLS: true });
      await transport.sendMail({
        from: 'eva@example.org',
        to: 'support@parley.example',
        subject,
        text: 'Hello',
      });
      transport.close();
    }

    test('accepts the right password in a check and refuses a wrong one', async () => {
      expect(await check(connection)).toMatchObject({ outcome: 'holds' });
      const wrong = { ...connection, secrets: { ...connection.secrets, password: 'wrong' } };
      expect(await check(wrong)).toMatchObject({ outcome: 'refused', field: 'password' });
    }, 60_000);

    test('receives mails as they arrive, and leaves earlier mails in the mailbox', async () => {
      await write('Before');
      let place: FolderPlace | null = null;
      const store = {
        place: () => Promise.resolve(place),
        noteLooked: () => Promise.resolve(),
        keepPlace: (_id: string, _folder: string, next: FolderPlace) => Promise.resolve(void (place = next)),
        unknownAmong: (_id: string, names: string[]) => Promise.resolve(new Set(names)),
        keepTaken: () => Promise.resolve(),
      } as unknown as MailboxStore;
      const taken: string[] = [];
      const intake = {
        take: (_channel: Channel, { raw }: { raw: Buffer }) => {
          taken.push(/^subject: (.*)$/im.exec(raw.toString())![1]!.trim());
          return Promise.resolve();
        },
      } as unknown as MailIntake;
      const client = imapClient(await mailServer(`127.0.0.1:${ports.imap}`), connection);
      const stop = new AbortController();
      const run = new MailboxReader(client, { id: 'channel' } as Channel, { intake, store }).run(stop.signal);
      await eventually('the reader has a place in the folder', () => place);
      await write('First');
      await write('Second');
      await eventually('both mails are taken', () => taken.length === 2);
      expect(taken).toEqual(['First', 'Second']);
      stop.abort();
      await run;
    }, 60_000);
  },
);
