import type { ReportRhythm } from '@parley/contracts/events';

/** Texts of a report's mail in one language. */
export interface ReportWords {
  locale: string;
  subject: (every: ReportRhythm, organisation: string) => string;
  intro: (name: string, from: string, to: string, timeZone: string) => string;
  before: (value: string, change: string | null) => string;
  nothing: string;
  left: string;
  action: string;
  off: string;
  otherwise: (organisation: string) => string;
  unknown: string;
  columns: Record<
    | 'when'
    | 'what'
    | 'value'
    | 'average'
    | 'median'
    | 'cases'
    | 'before'
    | 'agent'
    | 'sent'
    | 'resolved'
    | 'reply',
    string
  >;
  ages: Record<string, string>;
}

const en: ReportWords = {
  locale: 'en-GB',
  subject: (every, organisation) =>
    every === 'week' ? `Last week at ${organisation}` : `Last month at ${organisation}`,
  intro: (name, from, to, timeZone) => `Hello ${name}, your dashboard from ${from} to ${to} (${timeZone}).`,
  before: (value, change) => (change ? `${change} · ${value} before` : `${value} before`),
  nothing: 'No data in this period.',
  left: 'Further rows are on the dashboard.',
  action: 'Open the dashboard',
  off: 'Stop these mails, or change how often they come:',
  otherwise: (organisation) =>
    `You switched these mails on in Insights of ${organisation}. They come as long as you may see Insights.`,
  unknown: 'Unknown',
  columns: {
    ...{ when: 'When', what: 'What', value: 'Value', average: 'Average', median: 'Median', cases: 'Cases' },
    ...{
      before: 'Before',
      agent: 'Agent',
      sent: 'Sent',
      resolved: 'Resolved',
      reply: 'First reply (median)',
    },
  },
  ages: { h4: 'Under 4h', d1: 'Under a day', d3: '1–3 days', d7: '3–7 days', more: 'Over a week' },
};

const es: ReportWords = {
  locale: 'es',
  subject: (every, organisation) =>
    every === 'week' ? `La semana pasada en ${organisation}` : `El mes pasado en ${organisation}`,
  intro: (name, from, to, timeZone) => `Hola, ${name}: su panel del ${from} al ${to} (${timeZone}).`,
  before: (value, change) => (change ? `${change} · antes ${value}` : `antes ${value}`),
  nothing: 'Sin datos en este periodo.',
  left: 'Las demás filas están en el panel.',
  action: 'Abrir el panel',
  off: 'Detener estos correos o cambiar cada cuánto llegan:',
  otherwise: (organisation) =>
    `Usted activó estos correos en Estadísticas de ${organisation}. Llegan mientras pueda ver Estadísticas.`,
  unknown: 'Desconocido',
  columns: {
    ...{
      when: 'Cuándo',
      what: 'Qué',
      value: 'Valor',
      average: 'Promedio',
      median: 'Mediana',
      cases: 'Casos',
    },
    ...{ before: 'Antes', agent: 'Agente', sent: 'Enviados', resolved: 'Resueltas' },
    reply: 'Primera respuesta (mediana)',
  },
  ages: {
    h4: 'Menos de 4 h',
    d1: 'Menos de un día',
    d3: '1–3 días',
    d7: '3–7 días',
    more: 'Más de una semana',
  },
};

const nl: ReportWords = {
  locale: 'nl',
  subject: (every, organisation) =>
    every === 'week' ? `Vorige week bij ${organisation}` : `Vorige maand bij ${organisation}`,
  intro: (name, from, to, timeZone) =>
    `Beste ${name}, uw dashboard van ${from} tot en met ${to} (${timeZone}).`,
  before: (value, change) => (change ? `${change} · eerst ${value}` : `eerst ${value}`),
  nothing: 'Geen gegevens in deze periode.',
  left: 'Meer rijen staan op het dashboard.',
  action: 'Dashboard openen',
  off: 'Deze mails stoppen, of wijzigen hoe vaak ze komen:',
  otherwise: (organisation) =>
    `U hebt deze mails aangezet in Inzichten van ${organisation}. Ze komen zolang u Inzichten mag zien.`,
  unknown: 'Onbekend',
  columns: {
    ...{
      when: 'Wanneer',
      what: 'Wat',
      value: 'Waarde',
      average: 'Gemiddelde',
      median: 'Mediaan',
      cases: 'Gevallen',
    },
    ...{ before: 'Eerst', agent: 'Medewerker', sent: 'Verzonden', resolved: 'Opgelost' },
    reply: 'Eerste reactie (mediaan)',
  },
  ages: {
    h4: 'Minder dan 4 u',
    d1: 'Minder dan een dag',
    d3: '1–3 dagen',
    d7: '3–7 dagen',
    more: 'Meer dan een week',
  },
};

const languages = { en, es, nl };

/** @returns the language with this name; English if the product does not have it */
export function languageOf(name: string | undefined): keyof typeof languages {
  return name === 'es' || name === 'nl' ? name : 'en';
}

export function wordsIn(language: keyof typeof languages): ReportWords {
  return languages[language];
}
