import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

export interface TokenAnswer {
  status?: number;
  body: object;
}

/** Fake of an OpenID Connect issuer, which signs whatever claims a test needs. */
export interface IssuerDouble {
  url: string;
  /** Requests to the token endpoint, oldest first. */
  tokenRequests: { parameters: URLSearchParams; authorization: string | undefined }[];
  /** Fields that replace those of the discovery document. */
  discovery: Record<string, unknown>;
  /** Responds to token requests; a test sets it before. */
  answer: (parameters: URLSearchParams) => TokenAnswer | Promise<TokenAnswer>;
  /** Signs an ID token for the client `parley`, valid for an hour unless the claims set another expiry. */
  sign(claims: JWTPayload, options?: { withForeignKey?: boolean }): Promise<string>;
  close(): Promise<void>;
}

export async function issuerDouble(): Promise<IssuerDouble> {
  const [ours, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'ours', alg: 'ES256', use: 'sig' };
  const double: IssuerDouble = {
    url: '',
    tokenRequests: [],
    discovery: {},
    answer: () => ({ status: 400, body: { error: 'invalid_grant' } }),
    sign(claims, { withForeignKey = false } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        iss: double.url,
        aud: 'parley',
        sub: 'someone',
        iat: now,
        exp: now + 3_600,
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: 'ours' })
        .sign(withForeignKey ? foreign.privateKey : ours.privateKey);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    respond(double, jwk, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

async function respond(
  double: IssuerDouble,
  jwk: object,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  switch (request.url) {
    case '/.well-known/openid-configuration':
      send({
        issuer: double.url,
        authorization_endpoint: `${double.url}/authorize`,
        token_endpoint: `${double.url}/token`,
        jwks_uri: `${double.url}/jwks`,
        ...double.discovery,
      });
      break;
    case '/jwks':
      send({ keys: [jwk] });
      break;
    case '/token': {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const parameters = new URLSearchParams(Buffer.concat(chunks).toString());
      double.tokenRequests.push({ parameters, authorization: request.headers.authorization });
      const { status, body } = await double.answer(parameters);
      send(body, status);
      break;
    }
    default:
      send({}, 404);
  }
}
