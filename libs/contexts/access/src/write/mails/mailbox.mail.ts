import type { Mail } from '@parley/platform/mail/mailer';
import { mailButton, mailPage, mailSmallPrint } from './mail-page';

interface Words {
  subject: (name: string) => string;
  auth: (name: string) => string;
  unreachable: (name: string) => string;
  action: string;
  otherwise: (organisation: string) => string;
}

const en: Words = {
  subject: (name) => `${name} gets no e-mail any more`,
  auth: (name) =>
    `The mail server of ${name} does not let Parley sign in: the password was changed, or the token has expired. E-mails wait on the server, and come once you have signed in again.`,
  unreachable: (name) =>
    `The mail server of ${name} has not answered for ten minutes. E-mails wait there, and come once it answers.`,
  action: 'Open the channel',
  otherwise: (organisation) => `Administrators of ${organisation} get this mail.`,
};

const es: Words = {
  subject: (name) => `${name} ya no recibe correos`,
  auth: (name) =>
    `El servidor de correo de ${name} no deja que Parley inicie sesión: la contraseña ha cambiado o el token ha caducado. Los correos esperan en el servidor y llegarán cuando vuelva a iniciar sesión.`,
  unreachable: (name) =>
    `El servidor de correo de ${name} no responde desde hace diez minutos. Los correos esperan allí y llegarán cuando responda.`,
  action: 'Abrir el canal',
  otherwise: (organisation) => `Los administradores de ${organisation} reciben este correo.`,
};

const nl: Words = {
  subject: (name) => `${name} krijgt geen e-mail meer`,
  auth: (name) =>
    `De mailserver van ${name} laat Parley niet inloggen: het wachtwoord is gewijzigd, of het token is verlopen. E-mails wachten op de server en komen zodra u weer bent ingelogd.`,
  unreachable: (name) =>
    `De mailserver van ${name} antwoordt al tien minuten niet. E-mails wachten daar en komen zodra hij antwoordt.`,
  action: 'Kanaal openen',
  otherwise: (organisation) => `Beheerders van ${organisation} krijgen deze mail.`,
};

const languages: Record<string, Words> = { en, es, nl };

export interface MailboxMail {
  id: string;
  language: string;
  to: { name: string; address: string };
  /** Name of the channel that reads the mailbox. */
  channel: string;
  cause: 'auth' | 'unreachable';
  organisation: string;
  link: string;
}

/** Builds the mail for an administrator about a mailbox that is not being read. */
export function mailboxMail({ id, language, to, channel, cause, organisation, link }: MailboxMail): Mail {
  const words = languages[language] ?? en;
  const [text, otherwise] = [words[cause](channel), words.otherwise(organisation)];
  return {
    ...{ id, to, subject: words.subject(channel) },
    text: `${text}\n\n${words.action}:\n${link}\n\n${otherwise}\n`,
    html: mailPage(languages[language] ? language : 'en', [
      text,
      mailButton(words.action, link),
      mailSmallPrint(otherwise),
    ]),
  };
}
