/** Twilio's spelling of whoever is on one side: `+31612345678`, `51515`, `whatsapp:+31612345678`. */
const PREFIX = 'whatsapp:';

/**
 * The name of an account of ours from such an address: digits, with the prefix on WhatsApp, as it is entered when the
 * channel is connected.
 */
export function accountOf(address: string | undefined): string | null {
  const isWhatsapp = address?.startsWith(PREFIX) ?? false;
  const digits = address?.slice(isWhatsapp ? PREFIX.length : 0).replace(/^\+/, '');
  return digits && /^\w{3,32}$/.test(digits) ? (isWhatsapp ? PREFIX : '') + digits : null;
}

export function isWhatsapp(account: string): boolean {
  return account.startsWith(PREFIX);
}

/** What Twilio is told to send from: short codes have no plus. */
export function addressOf(account: string): string {
  if (isWhatsapp(account)) return `${PREFIX}+${account.slice(PREFIX.length)}`;
  return /^\d{7,}$/.test(account) ? `+${account}` : account;
}

/** The phone in an address of somebody. */
export function phoneIn(address: string | undefined): string | undefined {
  return address?.startsWith(PREFIX) ? address.slice(PREFIX.length) : address;
}

/** Where Twilio is to send to. */
export function recipientOn(account: string, phone: string): string {
  return isWhatsapp(account) ? PREFIX + phone : phone;
}
