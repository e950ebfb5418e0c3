import type { NotificationName } from '@parley/contracts/events/user.events';

export interface Words {
  /** Texts by kind of news, for when the message text is hidden or missing. */
  news: Record<NotificationName, string>;
  /** Replaces the link to a shared conversation. */
  sharedConversation: string;
  hidden: string;
  many: (count: number) => string;
  manyText: string;
  why: string;
  testTitle: string;
  testText: string;
}

const en: Words = {
  news: {
    notifyConversationAssigned: 'A conversation was assigned to you.',
    notifyConversationUnassigned: 'A conversation is unassigned.',
    notifyIncomingMessage: 'A message in a conversation of yours.',
    notifyIncomingMessageNew: 'A message in a new conversation.',
    notifyTeamchatStarted: 'A team chat began.',
    notifyTeamchatMessage: 'A message in a team chat.',
    notifyMention: 'A colleague mentions you in a note.',
    notifyScheduledFailed: 'A scheduled message was not sent.',
    notifySla: 'A target runs out or was missed.',
  },
  sharedConversation: 'Conversation',
  hidden: 'Parley',
  many: (count) => `News in ${count} conversations`,
  manyText: 'Open Parley to see them.',
  why: 'Why this?',
  testTitle: 'Parley',
  testText: 'Notifications arrive in this browser.',
};

const es: Words = {
  news: {
    notifyConversationAssigned: 'Se le ha asignado una conversación.',
    notifyConversationUnassigned: 'Una conversación ha quedado sin asignar.',
    notifyIncomingMessage: 'Un mensaje en una conversación suya.',
    notifyIncomingMessageNew: 'Un mensaje en una conversación nueva.',
    notifyTeamchatStarted: 'Ha empezado un chat de equipo.',
    notifyTeamchatMessage: 'Un mensaje en un chat de equipo.',
    notifyMention: 'Un compañero le menciona en una nota.',
    notifyScheduledFailed: 'No se envió un mensaje programado.',
    notifySla: 'Un objetivo vence o no se cumplió.',
  },
  sharedConversation: 'Conversación',
  hidden: 'Parley',
  many: (count) => `Novedades en ${count} conversaciones`,
  manyText: 'Abra Parley para verlas.',
  why: '¿Por qué?',
  testTitle: 'Parley',
  testText: 'Las notificaciones llegan a este navegador.',
};

const nl: Words = {
  news: {
    notifyConversationAssigned: 'Er is een gesprek aan u toegewezen.',
    notifyConversationUnassigned: 'Een gesprek is van niemand meer.',
    notifyIncomingMessage: 'Een bericht in een gesprek van u.',
    notifyIncomingMessageNew: 'Een bericht in een nieuw gesprek.',
    notifyTeamchatStarted: 'Er is een teamchat begonnen.',
    notifyTeamchatMessage: 'Een bericht in een teamchat.',
    notifyMention: 'Een collega noemt u in een notitie.',
    notifyScheduledFailed: 'Een gepland bericht is niet verzonden.',
    notifySla: 'Een doel verloopt of is gemist.',
  },
  sharedConversation: 'Gesprek',
  hidden: 'Parley',
  many: (count) => `Nieuws in ${count} gesprekken`,
  manyText: 'Open Parley om ze te zien.',
  why: 'Waarom?',
  testTitle: 'Parley',
  testText: 'Meldingen komen aan in deze browser.',
};

const languages: Record<string, Words> = { en, es, nl };

/** The texts of pushes in a language; English if the language is unknown. */
export function wordsIn(language: string): Words {
  return languages[language] ?? en;
}
