const from = '(?:From|Von|De|Van|Da|Fra|Från|Od|От)';
const sent =
  '(?:Sent|Date|Gesendet|Datum|Enviado(?: el)?|Fecha|Verzonden|Envoyé|Inviato|Data|Sendt|Skickat|Wysłano)';
const original =
  "(?:Original Message|Original message|Forwarded message|Ursprüngliche Nachricht|Mensaje original|Oorspronkelijk bericht|Message d'origine|Messaggio originale|Oprindelig besked)";

/** Header lines above a quoted message: its sender and, one to three lines below, its date. */
const header = new RegExp(
  String.raw`^(?:[ \t]*-{2,12} ?${original} ?-{2,12}[ \t]*$|[ \t>*]{0,4}${from} ?: ?[^\n]{1,300}\n(?:[^\n]{0,300}\n){0,3}?[ \t>*]{0,4}${sent} ?: ?[^\n]{1,200}$)`,
  'm',
);

/** @returns the index at which the first header begins; undefined if there is none */
export function headerOf(text: string): number | undefined {
  return header.exec(text)?.index;
}
