/** The widget's own texts in English; the other languages have the same keys. */
const en = {
  open: 'Open chat',
  close: 'Close chat',
  unread: '{count} unread',
  greeting: 'Hi! How can we help?',
  closed: 'We are closed at the moment.',
  closedUntil: 'Back {time}.',
  leaveDetails: 'Leave your details and a message: we will get back to you.',
  introduce: 'Who are we talking to?',
  later: 'Not now',
  send: 'Send',
  save: 'Save',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  invalidEmail: 'This is no e-mail address.',
  invalidPhone: 'Begin with + and the country code.',
  thanks: 'Thank you.',
  thanksWrite: 'Thank you. Now write your message.',
  message: 'Message',
  attach: 'Attach a file',
  emoji: 'Emoji',
  remove: 'Remove {name}',
  reconnecting: 'Reconnecting…',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not sent.',
  retry: 'Retry',
  typing: 'Typing…',
  earlier: 'Earlier messages',
  tooLong: '{count} characters too many',
  tooLarge: '{name} is larger than {size} MB.',
  badFile: '{name} could not be sent: its type is not what its name says.',
  wait: 'One moment: you are writing faster than we can take it.',
  you: 'You',
  fileGone: 'This file is not available.',
  mute: 'Turn sound off',
  unmute: 'Turn sound on',
  location: 'Location',
  unavailable: 'The chat cannot be reached.',
  newMessages: 'New messages',
};

export type Words = typeof en;
export type Language = 'en' | 'es' | 'nl';

const es: Words = {
  open: 'Abrir el chat',
  close: 'Cerrar el chat',
  unread: '{count} sin leer',
  greeting: '¡Hola! ¿En qué podemos ayudarle?',
  closed: 'Ahora mismo estamos cerrados.',
  closedUntil: 'Volvemos {time}.',
  leaveDetails: 'Deje sus datos y un mensaje: le responderemos.',
  introduce: '¿Con quién hablamos?',
  later: 'Ahora no',
  send: 'Enviar',
  save: 'Guardar',
  name: 'Nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  invalidEmail: 'No es una dirección de correo.',
  invalidPhone: 'Empiece con + y el prefijo del país.',
  thanks: 'Gracias.',
  thanksWrite: 'Gracias. Ahora escriba su mensaje.',
  message: 'Mensaje',
  attach: 'Adjuntar un archivo',
  emoji: 'Emoji',
  remove: 'Quitar {name}',
  reconnecting: 'Reconectando…',
  sending: 'Enviando',
  sent: 'Enviado',
  failed: 'No se envió.',
  retry: 'Reintentar',
  typing: 'Escribiendo…',
  earlier: 'Mensajes anteriores',
  tooLong: '{count} caracteres de más',
  tooLarge: '{name} ocupa más de {size} MB.',
  badFile: '{name} no se pudo enviar: su tipo no es el que dice su nombre.',
  wait: 'Un momento: escribe más rápido de lo que podemos recibir.',
  you: 'Usted',
  fileGone: 'Este archivo no está disponible.',
  mute: 'Desactivar el sonido',
  unmute: 'Activar el sonido',
  location: 'Ubicación',
  unavailable: 'No se puede acceder al chat.',
  newMessages: 'Mensajes nuevos',
};

const nl: Words = {
  open: 'Chat openen',
  close: 'Chat sluiten',
  unread: '{count} ongelezen',
  greeting: 'Hallo! Waarmee kunnen we helpen?',
  closed: 'We zijn op dit moment gesloten.',
  closedUntil: 'Terug op {time}.',
  leaveDetails: 'Laat uw gegevens en een bericht achter: wij antwoorden u.',
  introduce: 'Met wie spreken we?',
  later: 'Niet nu',
  send: 'Versturen',
  save: 'Opslaan',
  name: 'Naam',
  email: 'E-mail',
  phone: 'Telefoon',
  invalidEmail: 'Dit is geen e-mailadres.',
  invalidPhone: 'Begin met + en de landcode.',
  thanks: 'Dank u.',
  thanksWrite: 'Dank u. Schrijf nu uw bericht.',
  message: 'Bericht',
  attach: 'Bestand toevoegen',
  emoji: 'Emoji',
  remove: '{name} verwijderen',
  reconnecting: 'Opnieuw verbinden…',
  sending: 'Versturen',
  sent: 'Verstuurd',
  failed: 'Niet verstuurd.',
  retry: 'Opnieuw',
  typing: 'Is aan het typen…',
  earlier: 'Eerdere berichten',
  tooLong: '{count} tekens te veel',
  tooLarge: '{name} is groter dan {size} MB.',
  badFile: '{name} kon niet worden verstuurd: het type past niet bij de naam.',
  wait: 'Een ogenblik: u schrijft sneller dan wij kunnen ontvangen.',
  you: 'U',
  fileGone: 'Dit bestand is niet beschikbaar.',
  mute: 'Geluid uitzetten',
  unmute: 'Geluid aanzetten',
  location: 'Locatie',
  unavailable: 'De chat is niet bereikbaar.',
  newMessages: 'Nieuwe berichten',
};

const all: Record<Language, Words> = { en, es, nl };

export type Say = (word: keyof Words, values?: Record<string, string | number>) => string;

/** The first of the wanted languages that the widget supports; English if there is none. */
export function languageOf(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const language = tag?.slice(0, 2).toLowerCase();
    if (language && Object.hasOwn(all, language)) return language as Language;
  }
  return 'en';
}

export function sayIn(language: Language): Say {
  return (word, values = {}) =>
    all[language][word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
