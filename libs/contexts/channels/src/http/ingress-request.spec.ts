import { gzipSync } from 'node:zlib';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import express from 'express';
import request from 'supertest';
import type { WebhookFeed } from '@parley/contracts/channels/manifest';
import type { IngressRequest, Webhook } from '../adapters/adapter';
import { ingressBody, ingressRequestOf, payloadOf } from './ingress-request';

const feed: WebhookFeed = {
  by: 'webhook',
  registeredBy: 'nobody',
  bodies: ['json'],
  proof: { by: 'sign-in', ability: 'inbox:read' },
};
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

function posted(body: string, contentType = '', query = ''): Webhook {
  return { body: Buffer.from(body), contentType, query, headers: {} };
}

describe('the payload of a webhook', () => {
  test('the payload is JSON for a provider that posts JSON, regardless of the content type', () => {
    expect(payloadOf(posted('{"a":1}', 'text/plain'), feed)).toEqual({ a: 1 });
    expect(() => payloadOf(posted('a=1', FORM), feed)).toThrow('invalid_json');
  });

  test('the payload is a form for a provider that posts forms, with all values of a field', () => {
    const forms: WebhookFeed = { ...feed, bodies: ['form'] };
    const fields = payloadOf(posted('From=%2B31&Digits=1&Digits=2', FORM), forms) as URLSearchParams;
    expect([fields.get('From'), fields.getAll('Digits')]).toEqual(['+31', ['1', '2']]);
    expect(() => payloadOf(posted('{}', 'application/json'), forms)).toThrow(UnsupportedMediaTypeException);
    expect(payloadOf(posted('{}', 'application/json'), { ...feed, bodies: ['form', 'json'] })).toEqual({});
  });

  test('the payload is the query for a provider that sends only a query, and the bytes for one that posts bytes', () => {
    const gets: WebhookFeed = { ...feed, isGetToo: true };
    expect((payloadOf(posted('', '', 'id=1&status=sent'), gets) as URLSearchParams).get('status')).toBe(
      'sent',
    );
    expect(payloadOf(posted('{}', '', 'id=1'), gets)).toEqual({});
    expect(payloadOf(posted('From: Ann'), { ...feed, bodies: ['bytes'] })).toEqual(Buffer.from('From: Ann'));
  });
});

describe('a request', () => {
  const seen: IngressRequest[] = [];
  const app = express().use(
    '/ingress',
    ingressBody(1_000, (provider) => provider === 'packing'),
  );
  app.all('/ingress/*path', (asked, response) => {
    seen.push(ingressRequestOf(asked, 'https://inbox.example'));
    response.end();
  });

  test('the request has the exact address that the provider called, on the public host', async () => {
    await request(app)
      .post('/ingress/x/1?b=%7e&a=%20+&')
      .set({ 'Content-Type': 'text/plain', 'X-Signature': 'abc' })
      .send('hello')
      .expect(200);
    expect(seen.at(-1)).toMatchObject({
      url: 'https://inbox.example/ingress/x/1?b=%7e&a=%20+&',
      query: 'b=%7e&a=%20+&',
      headers: { 'x-signature': 'abc' },
      contentType: 'text/plain',
      body: Buffer.from('hello'),
    });
  });

  test('the body may be compressed if the manifest allows it, with the same maximum size after decompression', async () => {
    const post = (path: string, text: string) =>
      request(app)
        .post(path)
        .set({ 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' })
        .serialize((body: unknown) => body as string)
        .send(gzipSync(text));
    await post('/ingress/packing/1', '{"a":1}').expect(200);
    expect(seen.at(-1)?.body).toEqual(Buffer.from('{"a":1}'));
    await post('/ingress/packing/1', 'x'.repeat(2_000)).expect(413);
    await post('/ingress/x/1', '{"a":1}').expect(415);
  });
});
