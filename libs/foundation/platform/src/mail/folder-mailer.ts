import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Mailer, type Mail } from './mailer';
import { messageOf } from './smtp-mailer';

/** Used without a mail server: writes mails to a folder, where the operator can open them. */
export class FolderMailer extends Mailer {
  readonly isDelivering = false;
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    const { message } = await this.transport.sendMail(messageOf(mail, this.from));
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // The file gets its final name only once it is complete.
    const path = join(this.folder, `${mail.id}.eml`);
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
}
