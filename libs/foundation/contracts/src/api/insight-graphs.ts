import type { MetricPath, Words } from './insight-metrics';

export const graphKinds = [
  'number-graph',
  'bar-graph',
  'line-graph',
  'flag-graph',
  'time-graph',
  'time-line-graph',
  'vertical-bar-graph',
  'heat-graph',
  'agents-graph',
  'trend-graph',
] as const;
export type GraphKind = (typeof graphKinds)[number];

export interface GraphDefinition {
  id: number;
  title: Words;
  description: Words;
  /** The component that draws the graph. */
  name: GraphKind;
  dataPath: MetricPath;
  /** Filters of the request in addition to those of the dashboard. */
  filters?: { direction?: 'IN' | 'OUT'; channel?: string };
  /** Path suffix of a second request, which returns one number for the whole range. */
  aggregatorPath?: '/average';
  /** Shown on a dashboard that its user has not arranged yet. */
  standard?: true;
}

/** Ids 0 to 14 are the original graphs of the product; later ids were added at the request of teams. */
export const graphs: readonly GraphDefinition[] = [
  {
    id: 0,
    title: { en: 'Messages', es: 'Mensajes', nl: 'Berichten' },
    description: {
      en: 'All messages of the period, of contacts and of ours.',
      es: 'Todos los mensajes del periodo, de contactos y nuestros.',
      nl: 'Alle berichten van de periode, van contacten en van ons.',
    },
    name: 'number-graph',
    dataPath: 'metrics/messages/sum',
    standard: true,
  },
  {
    id: 1,
    title: { en: 'Messages received', es: 'Mensajes recibidos', nl: 'Ontvangen berichten' },
    description: {
      en: 'What contacts wrote.',
      es: 'Lo que escribieron los contactos.',
      nl: 'Wat contacten schreven.',
    },
    name: 'number-graph',
    dataPath: 'metrics/messages/sum',
    filters: { direction: 'IN' },
  },
  {
    id: 2,
    title: { en: 'Messages sent', es: 'Mensajes enviados', nl: 'Verzonden berichten' },
    description: { en: 'What we wrote.', es: 'Lo que escribimos.', nl: 'Wat wij schreven.' },
    name: 'number-graph',
    dataPath: 'metrics/messages/sum',
    filters: { direction: 'OUT' },
  },
  {
    id: 3,
    title: { en: 'Messages over time', es: 'Mensajes en el tiempo', nl: 'Berichten in de tijd' },
    description: {
      en: 'When messages were written.',
      es: 'Cuándo se escribieron los mensajes.',
      nl: 'Wanneer berichten zijn geschreven.',
    },
    name: 'bar-graph',
    dataPath: 'metrics/messages/distribution',
    standard: true,
  },
  {
    id: 4,
    title: { en: 'Active contacts', es: 'Contactos activos', nl: 'Actieve contacten' },
    description: {
      en: 'How many people wrote.',
      es: 'Cuántas personas escribieron.',
      nl: 'Hoeveel mensen schreven.',
    },
    name: 'number-graph',
    dataPath: 'metrics/active-contacts/sum',
  },
  {
    id: 5,
    title: {
      en: 'Active contacts over time',
      es: 'Contactos activos en el tiempo',
      nl: 'Actieve contacten in de tijd',
    },
    description: {
      en: 'When people wrote.',
      es: 'Cuándo escribieron las personas.',
      nl: 'Wanneer mensen schreven.',
    },
    name: 'line-graph',
    dataPath: 'metrics/active-contacts/distribution',
    standard: true,
  },
  {
    id: 6,
    title: {
      en: 'Paid WhatsApp templates',
      es: 'Plantillas de WhatsApp de pago',
      nl: 'Betaalde WhatsApp-sjablonen',
    },
    description: {
      en: 'Templates sent over WhatsApp.',
      es: 'Plantillas enviadas por WhatsApp.',
      nl: 'Sjablonen verzonden via WhatsApp.',
    },
    name: 'flag-graph',
    dataPath: 'metrics/messages/sent-paid-templates/sum',
    filters: { channel: 'WHATSAPP' },
  },
  {
    id: 7,
    title: { en: 'Resolved conversations', es: 'Conversaciones resueltas', nl: 'Opgeloste gesprekken' },
    description: {
      en: 'Conversations that were archived, over time.',
      es: 'Conversaciones archivadas, en el tiempo.',
      nl: 'Gearchiveerde gesprekken, in de tijd.',
    },
    name: 'bar-graph',
    dataPath: 'metrics/conversations/resolved',
    standard: true,
  },
  {
    id: 8,
    title: { en: 'First reply time', es: 'Tiempo de primera respuesta', nl: 'Eerste reactietijd' },
    description: {
      en: 'How long contacts waited for the first answer.',
      es: 'Cuánto esperaron los contactos la primera respuesta.',
      nl: 'Hoe lang contacten op het eerste antwoord wachtten.',
    },
    name: 'time-line-graph',
    dataPath: 'metrics/conversations/first-reply-times',
    aggregatorPath: '/average',
    standard: true,
  },
  {
    id: 9,
    title: {
      en: 'First reply time in business hours',
      es: 'Primera respuesta en horario laboral',
      nl: 'Eerste reactietijd binnen openingstijden',
    },
    description: {
      en: 'The same, counting only hours in which the channel is open.',
      es: 'Lo mismo, contando solo las horas en que el canal está abierto.',
      nl: 'Hetzelfde, maar alleen uren waarin het kanaal open is.',
    },
    name: 'time-line-graph',
    dataPath: 'metrics/conversations/first-reply-times-business-hours',
    aggregatorPath: '/average',
  },
  {
    id: 10,
    title: { en: 'Resolve time', es: 'Tiempo de resolución', nl: 'Oplostijd' },
    description: {
      en: 'From opening a conversation to archiving it.',
      es: 'Desde que se abre una conversación hasta que se archiva.',
      nl: 'Van het openen van een gesprek tot het archiveren.',
    },
    name: 'time-line-graph',
    dataPath: 'metrics/conversations/resolve-times',
    aggregatorPath: '/average',
  },
  {
    id: 11,
    title: { en: 'Conversations by tag', es: 'Conversaciones por etiqueta', nl: 'Gesprekken per tag' },
    description: {
      en: 'What conversations were about.',
      es: 'De qué trataron las conversaciones.',
      nl: 'Waar gesprekken over gingen.',
    },
    name: 'vertical-bar-graph',
    dataPath: 'metrics/conversations/tags',
    standard: true,
  },
  {
    id: 12,
    title: { en: 'Messages per conversation', es: 'Mensajes por conversación', nl: 'Berichten per gesprek' },
    description: {
      en: 'How much is written until it is settled.',
      es: 'Cuánto se escribe hasta resolverlo.',
      nl: 'Hoeveel er wordt geschreven tot het klaar is.',
    },
    name: 'number-graph',
    dataPath: 'metrics/conversations/messages/average',
  },
  {
    id: 13,
    title: {
      en: 'Response time of contacts',
      es: 'Tiempo de respuesta de contactos',
      nl: 'Reactietijd van contacten',
    },
    description: {
      en: 'How long contacts take to answer us.',
      es: 'Cuánto tardan los contactos en respondernos.',
      nl: 'Hoe lang contacten erover doen om ons te antwoorden.',
    },
    name: 'time-graph',
    dataPath: 'metrics/messages/response-times',
    aggregatorPath: '/average',
    filters: { direction: 'IN' },
  },
  {
    id: 14,
    title: { en: 'Our response time', es: 'Nuestro tiempo de respuesta', nl: 'Onze reactietijd' },
    description: {
      en: 'How long contacts wait for each answer.',
      es: 'Cuánto esperan los contactos cada respuesta.',
      nl: 'Hoe lang contacten op elk antwoord wachten.',
    },
    name: 'time-graph',
    dataPath: 'metrics/messages/response-times',
    aggregatorPath: '/average',
    filters: { direction: 'OUT' },
  },
  {
    id: 15,
    title: { en: 'Busiest hours', es: 'Horas de más actividad', nl: 'Drukste uren' },
    description: {
      en: 'When contacts write, by weekday and hour.',
      es: 'Cuándo escriben los contactos, por día y hora.',
      nl: 'Wanneer contacten schrijven, per weekdag en uur.',
    },
    name: 'heat-graph',
    dataPath: 'metrics/messages/busiest-hours',
  },
  {
    id: 16,
    title: { en: 'Backlog', es: 'Pendientes', nl: 'Werkvoorraad' },
    description: {
      en: 'How many conversations are open.',
      es: 'Cuántas conversaciones están abiertas.',
      nl: 'Hoeveel gesprekken open zijn.',
    },
    name: 'line-graph',
    dataPath: 'metrics/conversations/backlog',
  },
  {
    id: 17,
    title: {
      en: 'Age of open conversations',
      es: 'Antigüedad de las abiertas',
      nl: 'Leeftijd van open gesprekken',
    },
    description: {
      en: 'How long those that are open now have been.',
      es: 'Cuánto llevan abiertas las que lo están ahora.',
      nl: 'Hoe lang wat nu open is al open is.',
    },
    name: 'vertical-bar-graph',
    dataPath: 'metrics/conversations/backlog-age',
  },
  {
    id: 18,
    title: { en: 'Transfers', es: 'Transferencias', nl: 'Overdrachten' },
    description: {
      en: 'How often conversations change hands.',
      es: 'Con qué frecuencia cambian de manos las conversaciones.',
      nl: 'Hoe vaak gesprekken van hand wisselen.',
    },
    name: 'number-graph',
    dataPath: 'metrics/conversations/transfers/sum',
  },
  {
    id: 19,
    title: { en: 'Reopen rate', es: 'Tasa de reapertura', nl: 'Heropeningen' },
    description: {
      en: 'How many conversations come back.',
      es: 'Cuántas conversaciones vuelven.',
      nl: 'Hoeveel gesprekken terugkomen.',
    },
    name: 'number-graph',
    dataPath: 'metrics/conversations/reopened/rate',
  },
  {
    id: 20,
    title: { en: 'Agents', es: 'Agentes', nl: 'Medewerkers' },
    description: {
      en: 'How agents do beside each other.',
      es: 'Los agentes, uno al lado del otro.',
      nl: 'Medewerkers naast elkaar.',
    },
    name: 'agents-graph',
    dataPath: 'metrics/agents',
  },
  {
    id: 21,
    title: { en: 'Missed targets', es: 'Objetivos incumplidos', nl: 'Gemiste doelen' },
    description: {
      en: 'Replies and resolutions that came too late, over time.',
      es: 'Respuestas y resoluciones fuera de plazo, en el tiempo.',
      nl: 'Antwoorden en afhandelingen die te laat kwamen, in de tijd.',
    },
    name: 'bar-graph',
    dataPath: 'metrics/sla/breaches',
  },
  {
    id: 22,
    title: { en: 'Missed-target rate', es: 'Tasa de incumplimiento', nl: 'Aandeel gemiste doelen' },
    description: {
      en: 'How many of a hundred answers came too late.',
      es: 'Cuántas de cada cien respuestas llegaron tarde.',
      nl: 'Hoeveel van honderd antwoorden te laat kwamen.',
    },
    name: 'number-graph',
    dataPath: 'metrics/sla/breached/rate',
  },
  {
    id: 23,
    title: {
      en: 'First-contact resolution',
      es: 'Resolución al primer contacto',
      nl: 'Opgelost bij eerste contact',
    },
    description: {
      en: 'How many conversations stay settled.',
      es: 'Cuántas conversaciones quedan resueltas.',
      nl: 'Hoeveel gesprekken opgelost blijven.',
    },
    name: 'number-graph',
    dataPath: 'metrics/conversations/first-contact/rate',
  },
  {
    id: 24,
    title: { en: 'Satisfaction', es: 'Satisfacción', nl: 'Tevredenheid' },
    description: {
      en: 'How many ratings are good ones.',
      es: 'Cuántas valoraciones son buenas.',
      nl: 'Hoeveel beoordelingen goed zijn.',
    },
    name: 'number-graph',
    dataPath: 'metrics/satisfaction/rate',
  },
  {
    id: 25,
    title: { en: 'Ratings', es: 'Valoraciones', nl: 'Beoordelingen' },
    description: {
      en: 'How contacts rate conversations, from 1 to 5.',
      es: 'Cómo valoran los contactos las conversaciones, del 1 al 5.',
      nl: 'Hoe contacten gesprekken beoordelen, van 1 tot 5.',
    },
    name: 'vertical-bar-graph',
    dataPath: 'metrics/satisfaction/scores',
  },
  {
    id: 26,
    title: { en: 'Rating response rate', es: 'Tasa de respuesta', nl: 'Aandeel dat beoordeelt' },
    description: {
      en: 'How many of those who are asked answer.',
      es: 'Cuántos de los preguntados responden.',
      nl: 'Hoeveel van wie gevraagd wordt antwoordt.',
    },
    name: 'number-graph',
    dataPath: 'metrics/satisfaction/response-rate',
  },
  {
    id: 27,
    title: {
      en: 'First reply time by channel',
      es: 'Primera respuesta por canal',
      nl: 'Eerste reactietijd per kanaal',
    },
    description: {
      en: 'Where contacts wait longest.',
      es: 'Dónde esperan más los contactos.',
      nl: 'Waar contacten het langst wachten.',
    },
    name: 'vertical-bar-graph',
    dataPath: 'metrics/conversations/first-reply-times/channels',
  },
  {
    id: 28,
    title: { en: 'Tag trends', es: 'Tendencias de etiquetas', nl: 'Tagtrends' },
    description: {
      en: 'What comes up more than before, and what less.',
      es: 'Qué aparece más que antes, y qué menos.',
      nl: 'Wat vaker voorkomt dan eerst, en wat minder.',
    },
    name: 'trend-graph',
    dataPath: 'metrics/conversations/tags/trend',
  },
];

export const graphIds = graphs.map(({ id }) => id);

/** Size of a graph in columns and rows of the dashboard: 1 × 1, 2 × 1, 1 × 2 or 2 × 2. */
export const cardSizes = ['small', 'wide', 'tall', 'large'] as const;
export type CardSize = (typeof cardSizes)[number];

/** Number of graphs on a dashboard. */
export const SLOTS = 6;

export function graphOf(id: number): GraphDefinition | undefined {
  return graphs.find((graph) => graph.id === id);
}

/** The slots of a dashboard that its user has not arranged yet. */
export function standardSlots(): (number | null)[] {
  const standard = graphs.filter((graph) => graph.standard).map(({ id }) => id);
  return Array.from({ length: SLOTS }, (_, index) => standard[index] ?? null);
}
