import { Counter } from 'prom-client';
import { processMetrics } from '../telemetry/metrics';
import { Mailer, MailFailed, type Mail } from './mailer';

const mails = new Counter({
  name: 'parley_mails_total',
  help: 'Mails that were handed over, and those that were not, by reason.',
  labelNames: ['outcome'],
  registers: [processMetrics],
});

/** Counts sent and failed mails. */
export class CountedMailer extends Mailer {
  constructor(private readonly mailer: Mailer) {
    super();
  }

  get isDelivering(): boolean {
    return this.mailer.isDelivering;
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.mailer.send(mail);
      mails.inc({ outcome: 'sent' });
    } catch (error) {
      mails.inc({ outcome: error instanceof MailFailed ? error.reason : 'failed' });
      throw error;
    }
  }
}
