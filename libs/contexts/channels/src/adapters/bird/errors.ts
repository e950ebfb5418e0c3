import type { StatusReason } from '@parley/contracts/events';
import { reasonOf as reasonOfMeta } from '../whatsapp-cloud/errors';

/** Why a message failed: Bird's own code, and the code of the carrier or platform that Bird passed the message to. */
export interface Failure {
  code: number | undefined;
  source: { name: string | undefined; code: number | undefined };
}

/** Codes of GSM networks, as SMS carriers return them. */
const networkCodes: Partial<Record<StatusReason, number[]>> = {
  wrong_number: [1, 2, 3, 5],
  unreachable: [6, 9, 10, 11, 12, 21, 27, 31, 33],
  blacklisted: [13],
};

const networkReasons = new Map(
  Object.entries(networkCodes).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as StatusReason]),
  ),
);

export function reasonOf({ code, source }: Failure): StatusReason {
  if (source.name === 'accounting') return 'insufficient_credits';
  if (source.name === 'sms-messagebird') return networkReasons.get(source.code ?? -1) ?? 'delivery_failure';
  if (source.name?.includes('whatsapp') && source.code !== undefined) {
    return reasonOfMeta({ code: source.code });
  }
  if (code === 15005) return 'wrong_number';
  // 11xxx: the message is invalid. 12xxx: Bird's services, 14xxx: the customer's settings, 15xxx: the platform.
  return code !== undefined && code >= 11_000 && code < 12_000 ? 'message_invalid' : 'delivery_failure';
}

/** Reads the code from the text of the reason: `details: …; reason: …; code: 15005`. Used if no field contains it. */
export function codeIn(reason: string | undefined): number | undefined {
  const found = /\bcode:\s*(\d{1,9})/.exec(reason ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}
