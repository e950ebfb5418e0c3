/** The default alphabet of GSM 03.38: each character is one septet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: an escape before each makes it two septets. */
const extended = new Set('\f^{}\\[~]|€');

/** Parts that one text may have: what the spec's 1530 characters are. */
export const MOST_SMS_PARTS = 10;

export interface SmsText {
  encoding: 'gsm-7' | 'ucs-2';
  /** Septets, or 16-bit units. */
  length: number;
  /** What one part holds: less where there are several, since each says which it is. */
  perPart: number;
  parts: number;
  /** The first character that GSM-7 does not have, and that makes every part shorter. */
  culprit: string | null;
}

/** How a text goes out as SMS: one character outside GSM-7 makes all of it UCS-2. */
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
    // Neither an escape nor a surrogate is parted from what it belongs to.
    if (size > room) {
      parts += 1;
      room = several;
    }
    room -= size;
  }
  return { encoding, length, perPart: several, parts, culprit };
}
