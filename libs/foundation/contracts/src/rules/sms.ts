/** The default alphabet of GSM 03.38: each character is one septet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** The extension table: an escape before each character makes it two septets. */
const extended = new Set('\f^{}\\[~]|€');

/** Maximum number of parts of one text, which gives the 1530 characters of the spec. */
export const MAX_SMS_PARTS = 10;

export interface SmsText {
  encoding: 'gsm-7' | 'ucs-2';
  /** In septets for GSM-7, in 16-bit units for UCS-2. */
  length: number;
  /** Capacity of one part; smaller if there are several parts, because each contains its number. */
  perPart: number;
  parts: number;
  /** The first character that GSM-7 lacks, which makes every part shorter; null if there is none. */
  culprit: string | null;
}

/** Encoding and number of parts of a text sent as SMS: one character outside GSM-7 makes the whole text UCS-2. */
export function smsText(text: string): SmsText {
  const characters = [...text];
  const culprit = characters.find((character) => !basic.has(character) && !extended.has(character)) ?? null;
  const encoding = culprit === null ? 'gsm-7' : 'ucs-2';
  const sizes = characters.map((character) =>
    culprit === null ? (extended.has(character) ? 2 : 1) : character.length,
  );
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const [single, several] = culprit === null ? [160, 153] : [70, 67];
  if (length <= single) return { encoding, length, perPart: single, parts: 1, culprit };
  let parts = 1;
  let room = several;
  for (const size of sizes) {
    // A part break must not separate an escape or surrogate from the following unit.
    if (size > room) {
      parts += 1;
      room = several;
    }
    room -= size;
  }
  return { encoding, length, perPart: several, parts, culprit };
}
