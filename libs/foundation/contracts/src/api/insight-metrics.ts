import type { Measure } from '../rules/measures';

export { NOBODY, measures, type Measure } from '../rules/measures';

/** A text in the languages of the product. */
export type Words = Record<'en' | 'es' | 'nl', string>;

/** A version of a metric's definition. */
export interface MetricVersion {
  version: number;
  /** Date of the version, YYYY-MM-DD. The whole history is counted by the new version. */
  since: string;
  formula: Words;
  /** Measures from which the metric is computed: `IN` and `OUT` for requests with a direction, `any` for others. */
  from: { any: Measure[]; IN?: Measure[]; OUT?: Measure[] };
}

export type MetricUnit =
  'messages' | 'contacts' | 'conversations' | 'time' | 'messagesPerConversation' | 'percent';

/** How a metric is computed from its measures. */
export type Reckoning =
  'count' | 'contacts' | 'durations' | 'tags' | 'scores' | 'perConversation' | 'rate' | 'backlog' | 'agents';

export interface MetricDefinition {
  path: string;
  name: Words;
  unit: MetricUnit;
  reckoning: Reckoning;
  /** The last version is the current one. */
  versions: [MetricVersion, ...MetricVersion[]];
}

const SINCE = '2026-11-23';

const messages = {
  any: ['message_in', 'message_out'],
  IN: ['message_in'],
  OUT: ['message_out'],
} satisfies Partial<MetricVersion['from']>;

function once(formula: Words, from: MetricVersion['from']): [MetricVersion] {
  return [{ version: 1, since: SINCE, formula, from }];
}

const replyRule: Words = {
  en: 'The first answer by a person, or an answer in the provider’s own app; what the product sends by itself is no answer, nor is a broadcast, its trial, or a message that was declined. From the contact’s first message after the conversation was opened; opened again, it counts anew.',
  es: 'La primera respuesta de una persona, o desde la aplicación del proveedor; lo que el producto envía por sí solo no es una respuesta, ni una difusión, su prueba o un mensaje rechazado. Desde el primer mensaje del contacto tras abrirse la conversación; si se reabre, cuenta de nuevo.',
  nl: 'Het eerste antwoord van een persoon, of in de app van de provider; wat het product zelf verstuurt is geen antwoord, en een broadcast, de proef ervan of een geweigerd bericht ook niet. Vanaf het eerste bericht van het contact nadat het gesprek is geopend; heropend telt opnieuw.',
};

/** All metrics by their path below `/api/intelligence/v1/`. */
export const metrics = {
  'metrics/messages/sum': {
    name: { en: 'Messages', es: 'Mensajes', nl: 'Berichten' },
    unit: 'messages',
    reckoning: 'count',
    versions: once(
      {
        en: 'Messages of contacts, and messages of ours that were handed over for sending and not declined. Notes do not count; those of deleted conversations and erased people do.',
        es: 'Mensajes de contactos y mensajes nuestros entregados para su envío y no rechazados. Las notas no cuentan; los de conversaciones borradas y personas eliminadas sí.',
        nl: 'Berichten van contacten, en berichten van ons die zijn aangeboden om te versturen en niet zijn geweigerd. Notities tellen niet mee; die van verwijderde gesprekken en gewiste personen wel.',
      },
      messages,
    ),
  },
  'metrics/messages/distribution': {
    name: { en: 'Messages over time', es: 'Mensajes en el tiempo', nl: 'Berichten in de tijd' },
    unit: 'messages',
    reckoning: 'count',
    versions: once(
      {
        en: 'Messages, by when they were written.',
        es: 'Mensajes, según cuándo se escribieron.',
        nl: 'Berichten, naar wanneer ze zijn geschreven.',
      },
      messages,
    ),
  },
  'metrics/active-contacts/sum': {
    name: { en: 'Active contacts', es: 'Contactos activos', nl: 'Actieve contacten' },
    unit: 'contacts',
    reckoning: 'contacts',
    versions: once(
      {
        en: 'Contacts who wrote at least once in the period. Merged contacts are one.',
        es: 'Contactos que escribieron al menos una vez en el periodo. Los contactos combinados son uno.',
        nl: 'Contacten die in de periode minstens één keer schreven. Samengevoegde contacten zijn er één.',
      },
      { any: ['message_in'] },
    ),
  },
  'metrics/active-contacts/distribution': {
    name: {
      en: 'Active contacts over time',
      es: 'Contactos activos en el tiempo',
      nl: 'Actieve contacten in de tijd',
    },
    unit: 'contacts',
    reckoning: 'contacts',
    versions: once(
      {
        en: 'Contacts who wrote at least once in each part of the period. Who wrote in two parts is in both, so the parts add up to more than the whole.',
        es: 'Contactos que escribieron al menos una vez en cada parte del periodo. Quien escribió en dos partes está en ambas, así que las partes suman más que el total.',
        nl: 'Contacten die in elk deel van de periode minstens één keer schreven. Wie in twee delen schreef staat in beide, dus de delen samen zijn meer dan het geheel.',
      },
      { any: ['message_in'] },
    ),
  },
  'metrics/messages/sent-paid-templates/sum': {
    name: {
      en: 'Paid templates sent',
      es: 'Plantillas de pago enviadas',
      nl: 'Betaalde sjablonen verzonden',
    },
    unit: 'messages',
    reckoning: 'count',
    versions: once(
      {
        en: 'WhatsApp templates that were handed over for sending and not declined. Which of them are free is the provider’s to say: they count too.',
        es: 'Plantillas de WhatsApp entregadas para su envío y no rechazadas. Cuáles son gratuitas lo decide el proveedor: también cuentan.',
        nl: 'WhatsApp-sjablonen die zijn aangeboden om te versturen en niet zijn geweigerd. Welke daarvan gratis zijn bepaalt de provider: ze tellen mee.',
      },
      { any: ['template_out'] },
    ),
  },
  'metrics/conversations/resolved': {
    name: { en: 'Resolved conversations', es: 'Conversaciones resueltas', nl: 'Opgeloste gesprekken' },
    unit: 'conversations',
    reckoning: 'count',
    versions: [
      {
        version: 1,
        since: SINCE,
        formula: {
          en: 'Conversations that were archived, by a person or by their channel. One that is opened again and archived again counts twice. It is the archiver’s; what its channel archives is its assignee’s.',
          es: 'Conversaciones archivadas, por una persona o por su canal. Una que se reabre y se archiva otra vez cuenta dos veces. Es de quien archiva; la que archiva el canal es de su asignado.',
          nl: 'Gesprekken die zijn gearchiveerd, door een persoon of door hun kanaal. Een die wordt heropend en weer gearchiveerd telt twee keer. Het is van wie archiveert; wat het kanaal archiveert is van de toegewezene.',
        },
        from: { any: ['resolved', 'begun_archived'] },
      },
      {
        version: 2,
        since: '2026-11-26',
        formula: {
          en: 'Conversations that were archived, by a person or by their channel. One that is opened again and archived again counts twice. It is the archiver’s; what its channel archives is its assignee’s. One that a broadcast began, without a word of its contact, is nobody’s work and is left out.',
          es: 'Conversaciones archivadas, por una persona o por su canal. Una que se reabre y se archiva otra vez cuenta dos veces. Es de quien archiva; la que archiva el canal es de su asignado. Queda fuera la que empezó una difusión sin que el contacto escribiera: no es trabajo de nadie.',
          nl: 'Gesprekken die zijn gearchiveerd, door een persoon of door hun kanaal. Een die wordt heropend en weer gearchiveerd telt twee keer. Het is van wie archiveert; wat het kanaal archiveert is van de toegewezene. Een gesprek dat een broadcast begon, zonder een woord van het contact, is niemands werk en telt niet mee.',
        },
        from: { any: ['resolved'] },
      },
    ],
  },
  'metrics/conversations/first-reply-times': {
    name: { en: 'First reply time', es: 'Tiempo de primera respuesta', nl: 'Eerste reactietijd' },
    unit: 'time',
    reckoning: 'durations',
    versions: once(replyRule, { any: ['first_reply'] }),
  },
  'metrics/conversations/first-reply-times-business-hours': {
    name: {
      en: 'First reply time in business hours',
      es: 'Tiempo de primera respuesta en horario laboral',
      nl: 'Eerste reactietijd binnen openingstijden',
    },
    unit: 'time',
    reckoning: 'durations',
    versions: once(
      {
        en: `${replyRule.en} Only hours in which the channel was open count, as they were set at that moment.`,
        es: `${replyRule.es} Solo cuentan las horas en que el canal estaba abierto, según su horario en ese momento.`,
        nl: `${replyRule.nl} Alleen uren waarin het kanaal open was tellen, zoals die op dat moment waren ingesteld.`,
      },
      { any: ['first_reply_business'] },
    ),
  },
  'metrics/conversations/resolve-times': {
    name: { en: 'Resolve time', es: 'Tiempo de resolución', nl: 'Oplostijd' },
    unit: 'time',
    reckoning: 'durations',
    versions: [
      {
        version: 1,
        since: SINCE,
        formula: {
          en: 'From when a conversation was opened until it was archived, by whom or what.',
          es: 'Desde que se abrió una conversación hasta que se archivó, por quien fuera.',
          nl: 'Vanaf het openen van een gesprek tot het archiveren, door wie of wat dan ook.',
        },
        from: { any: ['resolve_time_any', 'begun_archived'] },
      },
      {
        version: 2,
        since: SINCE,
        formula: {
          en: 'From when a conversation was opened until a person archived it. What its channel archives after hours of silence is left out: that measures the silence. Opened again, it counts anew.',
          es: 'Desde que se abrió una conversación hasta que una persona la archivó. Lo que archiva el canal tras horas de silencio queda fuera: eso mide el silencio. Si se reabre, cuenta de nuevo.',
          nl: 'Vanaf het openen van een gesprek tot een persoon het archiveerde. Wat het kanaal na uren stilte archiveert blijft buiten beschouwing: dat meet de stilte. Heropend telt opnieuw.',
        },
        from: { any: ['resolve_time', 'begun_archived'] },
      },
      {
        version: 3,
        since: '2026-11-26',
        formula: {
          en: 'From when a conversation was opened until a person archived it. What its channel archives after hours of silence is left out: that measures the silence; so is one that a broadcast began and nobody answered. Opened again, it counts anew.',
          es: 'Desde que se abrió una conversación hasta que una persona la archivó. Lo que archiva el canal tras horas de silencio queda fuera: eso mide el silencio; también la que empezó una difusión y nadie respondió. Si se reabre, cuenta de nuevo.',
          nl: 'Vanaf het openen van een gesprek tot een persoon het archiveerde. Wat het kanaal na uren stilte archiveert blijft buiten beschouwing: dat meet de stilte; ook een dat een broadcast begon en niemand beantwoordde. Heropend telt opnieuw.',
        },
        from: { any: ['resolve_time'] },
      },
    ],
  },
  'metrics/conversations/tags': {
    name: { en: 'Conversations by tag', es: 'Conversaciones por etiqueta', nl: 'Gesprekken per tag' },
    unit: 'conversations',
    reckoning: 'tags',
    versions: once(
      {
        en: 'Conversations that were given the tag in the period, unless it was taken away since. Merged tags are one; deleted tags are left out.',
        es: 'Conversaciones que recibieron la etiqueta en el periodo, salvo que se quitara después. Las etiquetas combinadas son una; las borradas quedan fuera.',
        nl: 'Gesprekken die de tag in de periode kregen, tenzij die sindsdien is weggehaald. Samengevoegde tags zijn er één; verwijderde tags tellen niet mee.',
      },
      { any: ['tagged'] },
    ),
  },
  'metrics/conversations/messages/average': {
    name: { en: 'Messages per conversation', es: 'Mensajes por conversación', nl: 'Berichten per gesprek' },
    unit: 'messagesPerConversation',
    reckoning: 'perConversation',
    versions: once(
      {
        en: 'Messages of the period, divided by the conversations in which they were written.',
        es: 'Mensajes del periodo, divididos por las conversaciones en las que se escribieron.',
        nl: 'Berichten van de periode, gedeeld door de gesprekken waarin ze zijn geschreven.',
      },
      messages,
    ),
  },
  'metrics/messages/response-times': {
    name: { en: 'Response time', es: 'Tiempo de respuesta', nl: 'Reactietijd' },
    unit: 'time',
    reckoning: 'durations',
    versions: once(
      {
        en: 'OUT: from the contact’s first unanswered message until a person answered; a broadcast or its trial is no answer. IN: from our last message until the contact wrote again.',
        es: 'OUT: desde el primer mensaje sin responder del contacto hasta que una persona respondió; una difusión o su prueba no es una respuesta. IN: desde nuestro último mensaje hasta que el contacto volvió a escribir.',
        nl: 'OUT: vanaf het eerste onbeantwoorde bericht van het contact tot een persoon antwoordde; een broadcast of de proef ervan is geen antwoord. IN: vanaf ons laatste bericht tot het contact weer schreef.',
      },
      { any: ['response_in', 'response_out'], IN: ['response_in'], OUT: ['response_out'] },
    ),
  },
  'metrics/messages/busiest-hours': {
    name: { en: 'Busiest hours', es: 'Horas de más actividad', nl: 'Drukste uren' },
    unit: 'messages',
    reckoning: 'count',
    versions: once(
      {
        en: 'Messages of contacts by weekday and hour in which they were written.',
        es: 'Mensajes de contactos según el día de la semana y la hora en que se escribieron.',
        nl: 'Berichten van contacten naar weekdag en uur waarop ze zijn geschreven.',
      },
      { any: ['message_in'] },
    ),
  },
  'metrics/conversations/backlog': {
    name: { en: 'Backlog', es: 'Pendientes', nl: 'Werkvoorraad' },
    unit: 'conversations',
    reckoning: 'backlog',
    versions: once(
      {
        en: 'Conversations that were open at the end of each part of the period, snoozed ones among them: those open now, less what was opened since, and what was closed since.',
        es: 'Conversaciones abiertas al final de cada parte del periodo, también las pospuestas: las abiertas ahora, menos las abiertas desde entonces, más las cerradas desde entonces.',
        nl: 'Gesprekken die aan het einde van elk deel van de periode open waren, ook gesnoozede: wat nu open is, min wat sindsdien is geopend, plus wat sindsdien is gesloten.',
      },
      { any: ['opened', 'closed'] },
    ),
  },
  'metrics/conversations/backlog-age': {
    name: {
      en: 'Age of open conversations',
      es: 'Antigüedad de las abiertas',
      nl: 'Leeftijd van open gesprekken',
    },
    unit: 'conversations',
    reckoning: 'backlog',
    versions: once(
      {
        en: 'Conversations that are open now, by how long they have been open.',
        es: 'Conversaciones abiertas ahora, según cuánto llevan abiertas.',
        nl: 'Gesprekken die nu open zijn, naar hoe lang ze al open zijn.',
      },
      { any: ['opened'] },
    ),
  },
  'metrics/conversations/transfers/sum': {
    name: { en: 'Transfers', es: 'Transferencias', nl: 'Overdrachten' },
    unit: 'conversations',
    reckoning: 'count',
    versions: once(
      {
        en: 'Times that a conversation went from one person or team to another. Taking one that nobody had is no transfer. It is whose it became.',
        es: 'Veces que una conversación pasó de una persona o equipo a otro. Tomar una que no era de nadie no es una transferencia. Es de quien la recibió.',
        nl: 'Keren dat een gesprek van de ene persoon of het ene team naar de andere ging. Er een oppakken die van niemand was is geen overdracht. Het is van wie het kreeg.',
      },
      { any: ['transferred'] },
    ),
  },
  'metrics/conversations/reopened/rate': {
    name: { en: 'Reopen rate', es: 'Tasa de reapertura', nl: 'Heropeningen' },
    unit: 'percent',
    reckoning: 'rate',
    versions: once(
      {
        en: 'Conversations opened again in the period, for each hundred that were archived in it.',
        es: 'Conversaciones reabiertas en el periodo, por cada cien archivadas en él.',
        nl: 'Gesprekken die in de periode zijn heropend, per honderd die erin zijn gearchiveerd.',
      },
      { any: ['reopened', 'resolved'] },
    ),
  },
  'metrics/conversations/first-contact/rate': {
    name: {
      en: 'First-contact resolution',
      es: 'Resolución al primer contacto',
      nl: 'Opgelost bij eerste contact',
    },
    unit: 'percent',
    reckoning: 'rate',
    versions: once(
      {
        en: 'Of a hundred conversations archived in the period, those that were not opened again within seven days. For the last seven days the number may still fall.',
        es: 'De cada cien conversaciones archivadas en el periodo, las que no se reabrieron en siete días. En los últimos siete días la cifra aún puede bajar.',
        nl: 'Van honderd gesprekken die in de periode zijn gearchiveerd, die niet binnen zeven dagen zijn heropend. Voor de laatste zeven dagen kan het getal nog dalen.',
      },
      { any: ['settled', 'resolved'] },
    ),
  },
  'metrics/sla/breaches': {
    name: { en: 'Missed targets', es: 'Objetivos incumplidos', nl: 'Gemiste doelen' },
    unit: 'conversations',
    reckoning: 'count',
    versions: once(
      {
        en: 'Targets (first reply, next reply, resolving) that ran out before they were met, by when they ran out. One conversation may miss several. It is whose it was then; what is answered later still counts.',
        es: 'Objetivos (primera respuesta, siguiente respuesta, resolución) que vencieron sin cumplirse, según cuándo vencieron. Una conversación puede incumplir varios. Es de quien la tenía entonces; lo que se responde después sigue contando.',
        nl: 'Doelen (eerste antwoord, volgend antwoord, afhandeling) die verliepen voor ze waren gehaald, naar wanneer ze verliepen. Eén gesprek kan er meer missen. Het is van wie het toen had; wat later is beantwoord telt nog steeds.',
      },
      { any: ['sla_breached'] },
    ),
  },
  'metrics/sla/breached/rate': {
    name: { en: 'Missed-target rate', es: 'Tasa de incumplimiento', nl: 'Aandeel gemiste doelen' },
    unit: 'percent',
    reckoning: 'rate',
    versions: once(
      {
        en: 'Missed targets of the period, for each hundred times that a waiting contact was answered or a conversation was archived in it. What has no target counts as met.',
        es: 'Objetivos incumplidos del periodo por cada cien veces que se respondió a un contacto que esperaba o se archivó una conversación. Lo que no tiene objetivo cuenta como cumplido.',
        nl: 'Gemiste doelen van de periode, per honderd keer dat een wachtend contact antwoord kreeg of een gesprek werd gearchiveerd. Wat geen doel heeft telt als gehaald.',
      },
      { any: ['sla_breached', 'response_out', 'resolved'] },
    ),
  },
  'metrics/conversations/tags/trend': {
    name: { en: 'Tag trends', es: 'Tendencias de etiquetas', nl: 'Tagtrends' },
    unit: 'conversations',
    reckoning: 'tags',
    versions: once(
      {
        en: 'Conversations by tag, beside those of as many days before. Counted as conversations by tag.',
        es: 'Conversaciones por etiqueta, junto a las de otros tantos días antes. Se cuentan como conversaciones por etiqueta.',
        nl: 'Gesprekken per tag, naast die van evenveel dagen ervoor. Geteld als gesprekken per tag.',
      },
      { any: ['tagged'] },
    ),
  },
  'metrics/conversations/first-reply-times/channels': {
    name: {
      en: 'First reply time by channel',
      es: 'Primera respuesta por canal',
      nl: 'Eerste reactietijd per kanaal',
    },
    unit: 'time',
    reckoning: 'durations',
    versions: once(
      {
        en: `The average of each channel. ${replyRule.en}`,
        es: `La media de cada canal. ${replyRule.es}`,
        nl: `Het gemiddelde van elk kanaal. ${replyRule.nl}`,
      },
      { any: ['first_reply'] },
    ),
  },
  'metrics/satisfaction/rate': {
    name: { en: 'Satisfaction', es: 'Satisfacción', nl: 'Tevredenheid' },
    unit: 'percent',
    reckoning: 'rate',
    versions: once(
      {
        en: 'Of a hundred ratings given in the period, those of 4 or 5. A rating is of who archived the conversation; of what its channel archived, of who had it last.',
        es: 'De cada cien valoraciones dadas en el periodo, las de 4 o 5. Una valoración es de quien archivó la conversación; si la archivó el canal, de quien la tuvo por último.',
        nl: 'Van honderd beoordelingen in de periode, die van 4 of 5. Een beoordeling is van wie het gesprek archiveerde; archiveerde het kanaal het, van wie het het laatst had.',
      },
      { any: ['satisfied', 'rated'] },
    ),
  },
  'metrics/satisfaction/scores': {
    name: { en: 'Ratings', es: 'Valoraciones', nl: 'Beoordelingen' },
    unit: 'conversations',
    reckoning: 'scores',
    versions: once(
      {
        en: 'Ratings given in the period, by score. One rating for each time that a contact was asked, after a conversation was archived.',
        es: 'Valoraciones dadas en el periodo, por puntuación. Una por cada vez que se preguntó a un contacto, tras archivarse una conversación.',
        nl: 'Beoordelingen in de periode, naar cijfer. Eén voor elke keer dat een contact werd gevraagd, nadat een gesprek was gearchiveerd.',
      },
      { any: ['rated'] },
    ),
  },
  'metrics/satisfaction/response-rate': {
    name: { en: 'Rating response rate', es: 'Tasa de respuesta', nl: 'Aandeel dat beoordeelt' },
    unit: 'percent',
    reckoning: 'rate',
    versions: once(
      {
        en: 'Ratings given in the period, for each hundred contacts who were asked in it.',
        es: 'Valoraciones dadas en el periodo, por cada cien contactos a los que se preguntó en él.',
        nl: 'Beoordelingen in de periode, per honderd contacten die erin werden gevraagd.',
      },
      { any: ['rated', 'rating_asked'] },
    ),
  },
  'metrics/satisfaction/comments': {
    name: { en: 'Comments', es: 'Comentarios', nl: 'Opmerkingen' },
    unit: 'messages',
    reckoning: 'count',
    versions: once(
      {
        en: 'Messages in which contacts say something of their rating.',
        es: 'Mensajes en los que los contactos dicen algo de su valoración.',
        nl: 'Berichten waarin contacten iets over hun beoordeling zeggen.',
      },
      { any: ['rating_comment'] },
    ),
  },
  'metrics/agents': {
    name: { en: 'Agents', es: 'Agentes', nl: 'Medewerkers' },
    unit: 'messages',
    reckoning: 'agents',
    versions: once(
      {
        en: 'For each person: messages they sent, conversations that are resolved as theirs, and their first reply times.',
        es: 'Por persona: mensajes que envió, conversaciones resueltas como suyas y sus tiempos de primera respuesta.',
        nl: 'Per persoon: verzonden berichten, gesprekken die als de hunne zijn opgelost, en hun eerste reactietijden.',
      },
      { any: ['message_out', 'resolved', 'first_reply'] },
    ),
  },
} as const satisfies Record<string, Omit<MetricDefinition, 'path'>>;

export type MetricPath = keyof typeof metrics;

export const metricPaths = Object.keys(metrics) as MetricPath[];

export function metricOf(path: MetricPath): MetricDefinition {
  return { path, ...(metrics[path] as Omit<MetricDefinition, 'path'>) };
}

/** The requested version of a metric's definition; without `version` the current one. */
export function versionOf(path: MetricPath, version?: number): MetricVersion | undefined {
  const { versions } = metricOf(path);
  return version === undefined ? versions.at(-1) : versions.find((each) => each.version === version);
}

export function measuresOf({ from }: MetricVersion, direction?: 'IN' | 'OUT'): Measure[] {
  return (direction && from[direction]) ?? from.any;
}
