import { createHash, createHmac, randomUUID } from 'node:crypto';

/** The parts of a webhook that are signed: the called address, and the body, which is empty if there is none. */
export interface Signed {
  url: string;
  body: string | Buffer;
}

/** Creates the headers by which a provider's webhook is authenticated. */
type Signer = (secret: string, webhook: Signed) => Record<string, string>;

const meta: Signer = (secret, { body }) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body, 'hex')}` });

/**
 * For each provider, a function that creates these headers: some providers sign the webhook, others send a shared
 * secret.
 */
export const signatures = {
  'whatsapp-cloud': meta,
  messenger: meta,
  instagram: meta,
  '360dialog': (secret) => ({ 'x-parley-webhook-token': secret }),
  telegram: (secret) => ({ 'x-telegram-bot-api-secret-token': secret }),
  x: (secret, { body }) => ({ 'x-twitter-webhooks-signature': `sha256=${hmac(secret, body, 'base64')}` }),
  twilio: (secret, { url, body }) => {
    // For a body that is no form, the address contains the body's digest. Forms of the fake contain no field twice.
    const form = url.includes('bodySHA256=') ? '' : body.toString();
    const fields = [...new URLSearchParams(form)].sort(([a], [b]) => (a < b ? -1 : 1));
    const signature = createHmac('sha1', secret).update(url + fields.flat().join(''));
    return { 'x-twilio-signature': signature.digest('base64') };
  },
  bird: (secret, { url, body }) => {
    const time = String(Math.floor(Date.now() / 1000));
    const digest = createHash('sha256').update(body).digest();
    const signed = Buffer.concat([Buffer.from(`${time}\n${url}\n`), digest]);
    const signature = hmac(secret, signed, 'base64');
    return { 'messagebird-signature': signature, 'messagebird-request-timestamp': time };
  },
  messagebird: (secret, { url, body }) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: 'MessageBird', nbf: now, exp: now + 60, jti: randomUUID(), url_hash: sha256(url) },
      payload_hash: body.length === 0 ? undefined : sha256(body),
    };
    return { 'messagebird-signature-jwt': jwt(secret, claims) };
  },
  'apple-messages': (secret) => {
    const claims = { iss: 'apple', iat: Math.floor(Date.now() / 1000) };
    return { authorization: `Bearer ${jwt(Buffer.from(secret, 'base64'), claims)}` };
  },
} satisfies Record<string, Signer>;

/** Makes a JSON Web Token with HS256. */
export function jwt(key: string | Buffer, claims: object): string {
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function hmac(secret: string, signed: string | Buffer, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(signed).digest(encoding);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
