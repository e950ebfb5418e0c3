/** Prefix of WhatsApp in Twilio's addresses: `+31612345678`, `51515`, `whatsapp:+31612345678`. */
const PREFIX = 'whatsapp:';

/**
 * Turns an address of ours into the account's name: digits, on WhatsApp with the prefix, as an administrator enters
 * it when connecting the channel.
 */
export function accountOf(address: string | undefined): string | null {
  const isWhatsapp = address?.startsWith(PREFIX) ?? false;
  const digits = address?.slice(isWhatsapp ? PREFIX.length : 0).replace(/^\+/, '');
  return digits && /^\w{3,32}$/.test(digits) ? (isWhatsapp ? PREFIX : '') + digits : null;
}

export function isWhatsapp(account: string): boolean {
  return account.startsWith(PREFIX);
}

/** Turns an account's name into the sender address: short codes have no plus. */
export function addressOf(account: string): string {
  if (isWhatsapp(account)) return `${PREFIX}+${account.slice(PREFIX.length)}`;
  return /^\d{7,}$/.test(account) ? `+${account}` : account;
}

export function phoneIn(address: string | undefined): string | undefined {
  return address?.startsWith(PREFIX) ? address.slice(PREFIX.length) : address;
}

/** The recipient's address on the account's platform. */
export function recipientOn(account: string, phone: string): string {
  return isWhatsapp(account) ? PREFIX + phone : phone;
}
