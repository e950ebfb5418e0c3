import type { Mail } from '@parley/platform/mail/mailer';
import { mailButton, mailPage, mailSmallPrint } from './mail-page';

interface Words {
  subject: (host: string) => string;
  failures: (host: string) => string;
  gone: (host: string) => string;
  action: string;
  otherwise: (organisation: string) => string;
}

const en: Words = {
  subject: (host) => `The webhook to ${host} was switched off`,
  failures: (host) =>
    `${host} has taken no event for three days. Events wait: once it is mended, resume from where it stopped.`,
  gone: (host) =>
    `${host} answered that it is gone (410). Events wait: resume once it is back, or remove the webhook.`,
  action: 'Open the webhook',
  otherwise: (organisation) => `Administrators of ${organisation} get this mail.`,
};

const es: Words = {
  subject: (host) => `El webhook a ${host} se ha desactivado`,
  failures: (host) =>
    `${host} no ha aceptado ningún evento en tres días. Los eventos esperan: cuando esté arreglado, reanúdalo desde donde se detuvo.`,
  gone: (host) =>
    `${host} respondió que ya no existe (410). Los eventos esperan: reanúdalo cuando vuelva, o elimina el webhook.`,
  action: 'Abrir el webhook',
  otherwise: (organisation) => `Los administradores de ${organisation} reciben este correo.`,
};

const nl: Words = {
  subject: (host) => `De webhook naar ${host} is uitgezet`,
  failures: (host) =>
    `${host} heeft drie dagen geen enkele gebeurtenis aangenomen. De gebeurtenissen wachten: ga verder waar het stopte zodra het is opgelost.`,
  gone: (host) =>
    `${host} antwoordde dat het weg is (410). De gebeurtenissen wachten: ga verder zodra het terug is, of verwijder de webhook.`,
  action: 'Webhook openen',
  otherwise: (organisation) => `Beheerders van ${organisation} krijgen deze mail.`,
};

const languages: Record<string, Words> = { en, es, nl };

export interface WebhookMail {
  id: string;
  language: string;
  to: { name: string; address: string };
  /** Host of the URL to which the webhook sends events. */
  host: string;
  cause: 'failures' | 'gone';
  organisation: string;
  link: string;
}

/** Builds the mail for an administrator about a webhook that was switched off. */
export function webhookMail({ id, language, to, host, cause, organisation, link }: WebhookMail): Mail {
  const words = languages[language] ?? en;
  const [text, otherwise] = [words[cause](host), words.otherwise(organisation)];
  return {
    ...{ id, to, subject: words.subject(host) },
    text: `${text}\n\n${words.action}:\n${link}\n\n${otherwise}\n`,
    html: mailPage(languages[language] ? language : 'en', [
      text,
      mailButton(words.action, link),
      mailSmallPrint(otherwise),
    ]),
  };
}
