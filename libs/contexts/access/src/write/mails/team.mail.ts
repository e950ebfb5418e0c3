import type { Mail } from '@parley/platform/mail/mailer';
import { mailButton, mailPage, mailSmallPrint } from './mail-page';

interface Words {
  subject: (team: string) => string;
  text: (team: string, by: string) => string;
  action: string;
  otherwise: (organisation: string) => string;
}

const en: Words = {
  subject: (team) => `A conversation for ${team}`,
  text: (team, by) =>
    by ? `${by} assigned a conversation to ${team}.` : `A conversation is now with ${team}.`,
  action: 'Open the conversation',
  otherwise: (organisation) =>
    `Managers of ${organisation} choose in the settings of the team whether these mails are sent.`,
};

const es: Words = {
  subject: (team) => `Una conversación para ${team}`,
  text: (team, by) =>
    by ? `${by} ha asignado una conversación a ${team}.` : `${team} tiene una conversación nueva.`,
  action: 'Abrir la conversación',
  otherwise: (organisation) =>
    `Los gestores de ${organisation} deciden en los ajustes del equipo si se envían estos correos.`,
};

const nl: Words = {
  subject: (team) => `Een gesprek voor ${team}`,
  text: (team, by) => (by ? `${by} wees een gesprek toe aan ${team}.` : `${team} heeft er een gesprek bij.`),
  action: 'Gesprek openen',
  otherwise: (organisation) =>
    `Managers van ${organisation} kiezen bij de instellingen van het team of deze mails verstuurd worden.`,
};

const languages: Record<string, Words> = { en, es, nl };

export interface TeamMail {
  id: string;
  language: string;
  address: string;
  team: string;
  /** Name of the user who assigned the conversation; empty if no user did. */
  by: string;
  organisation: string;
  link: string;
}

/**
 * Builds the mail about a conversation that is assigned to a team. The mail contains no data of the contact, because
 * many people may read a team's mailbox.
 */
export function teamMail({ id, language, address, team, by, organisation, link }: TeamMail): Mail {
  const words = languages[language] ?? en;
  const [text, otherwise] = [words.text(team, by), words.otherwise(organisation)];
  return {
    id,
    to: { name: team, address },
    subject: words.subject(team),
    text: `${text}\n\n${words.action}:\n${link}\n\n${otherwise}\n`,
    html: mailPage(language, [text, mailButton(words.action, link), mailSmallPrint(otherwise)]),
  };
}
