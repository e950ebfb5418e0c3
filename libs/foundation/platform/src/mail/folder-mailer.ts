import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { Mailer, type Mail } from './mailer';
import { messageOf } from './smtp-mailer';

/** Where there is no mail server: mails are written to a folder, for whoever runs the product to open. */
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
    // Under its name only once it is whole.
    const path = join(this.folder, `${mail.id}.eml`);
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
}
