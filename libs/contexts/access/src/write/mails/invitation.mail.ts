import type { Mail } from '@parley/platform/mail/mailer';
import { mailButton, mailPage, mailSmallPrint } from './mail-page';

interface Words {
  subject: (organisation: string) => string;
  hello: (name: string) => string;
  text: (inviter: string, organisation: string) => string;
  action: string;
  expires: (days: number) => string;
  otherwise: string;
}

const en: Words = {
  subject: (organisation) => `You are invited to ${organisation} on Parley`,
  hello: (name) => `Hello ${name},`,
  text: (inviter, organisation) =>
    `${inviter} invites you to the inbox of ${organisation} on Parley, where its team answers customers together.`,
  action: 'Accept the invitation',
  expires: (days) => `The link works once, within ${days} days. Afterwards, ask for a new invitation.`,
  otherwise: 'If you did not expect this, you need not do anything.',
};

const es: Words = {
  subject: (organisation) => `Invitación a ${organisation} en Parley`,
  hello: (name) => `Hola, ${name}:`,
  text: (inviter, organisation) =>
    `${inviter} le invita a la bandeja de ${organisation} en Parley, donde su equipo atiende juntos a los clientes.`,
  action: 'Aceptar la invitación',
  expires: (days) =>
    `El enlace sirve una sola vez, durante ${days} días. Después, pida una invitación nueva.`,
  otherwise: 'Si no esperaba este mensaje, no tiene que hacer nada.',
};

const nl: Words = {
  subject: (organisation) => `U bent uitgenodigd voor ${organisation} op Parley`,
  hello: (name) => `Beste ${name},`,
  text: (inviter, organisation) =>
    `${inviter} nodigt u uit voor de inbox van ${organisation} op Parley, waar het team samen klanten beantwoordt.`,
  action: 'Uitnodiging aannemen',
  expires: (days) => `De link werkt één keer, binnen ${days} dagen. Vraag daarna om een nieuwe uitnodiging.`,
  otherwise: 'Verwachtte u dit niet? Dan hoeft u niets te doen.',
};

const languages: Record<string, Words> = { en, es, nl };

export interface InvitationMail {
  id: string;
  language: string;
  to: { name: string; address: string };
  inviter: string;
  organisation: string;
  link: string;
  /** Validity of the link in days; null if the link does not expire. */
  days: number | null;
}

/** Builds the mail of an invitation, as text and as HTML. */
export function invitationMail({
  id,
  language,
  to,
  inviter,
  organisation,
  link,
  days,
}: InvitationMail): Mail {
  const words = languages[language] ?? en;
  const lines = {
    hello: words.hello(to.name),
    text: words.text(inviter || organisation, organisation),
    end: `${days === null ? '' : `${words.expires(days)} `}${words.otherwise}`,
  };
  return {
    id,
    to,
    subject: words.subject(organisation),
    text: `${lines.hello}\n\n${lines.text}\n\n${words.action}:\n${link}\n\n${lines.end}\n`,
    html: mailPage(language, [
      lines.hello,
      lines.text,
      mailButton(words.action, link),
      mailSmallPrint(lines.end),
    ]),
  };
}
