import { createHmac } from 'node:crypto';
import type { EventResponse } from '@parley/contracts/api/events';

const PREFIX = 'whsec_';

/**
 * Posts an event as a webhook (Standard Webhooks), for example to a program on this machine.
 * @param secret signing secret `whsec_…`; without a secret, the event is not signed
 * @returns the status of the response
 */
export async function deliver(
  to: string,
  { position: _position, ...event }: EventResponse,
  secret: string | undefined,
): Promise<number> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(to, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      ...(secret && { 'webhook-signature': signed(`${event.id}.${timestamp}.${body}`, secret) }),
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

function signed(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
