import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { CountedLinks } from '@parley/conversations/links/counted-links';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { loadConfig } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { goneIn } from './gone-page';
import { LinksController } from './links.controller';
import { isMachine } from './machines';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
test.each([
  ['GET', { 'user-agent': phone }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0.0.0 Mobile Safari/537.36' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT P80) Chrome/130.0 Mobile' }, false],
  ['GET', { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }, true],
  ['HEAD', { 'user-agent': phone }, true],
  ['GET', { 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' }, true],
  ['GET', { 'user-agent': phone, purpose: 'preview' }, true],
  ['GET', { 'user-agent': 'WhatsApp/2.23.20.0 A' }, true],
  ['GET', { 'user-agent': 'facebookexternalhit/1.1' }, true],
  ['GET', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }, true],
  ['GET', { 'user-agent': 'TelegramBot (like TwitterBot)' }, true],
  ['GET', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, true],
  ['GET', { 'user-agent': 'curl/8.5.0' }, true],
  ['GET', {}, true],
])('classifies %s with %j as a bot: %s', (method, headers, expected) => {
  expect(isMachine({ method, headers })).toBe(expected);
});

test('shows the page of a dead link in the visitor’s language, or in English if the product does not have it', () => {
  expect(goneIn(['nl-BE', 'en'])).toContain('lang="nl"');
  expect(goneIn(['fr', 'es'])).toContain('Este enlace no funciona');
  expect(goneIn(['*'])).toContain('This link does not work');
});

test('redirects even if the click cannot be counted, and logs the error without the link’s token', async () => {
  const links = new CountedLinks(new MasterKey('only ever used by tests, 32 characters'), loadConfig({}));
  const token = links.tokenOf({ customerId: randomUUID(), messageId: randomUUID(), index: 0, card: null });
  const button = { type: 'button', kind: 'url', index: 0, text: 'https://shop.example/', countedAs: 'Shop' };
  const written = { contactId: randomUUID(), content: { type: 'template', components: [button] } };
  const states = { message: { origin: 'queued', written }, contact: { status: 'known' } };
  const load = (_: unknown, category: keyof typeof states) => Promise.resolve({ state: states[category] });
  const execute = jest.fn(() => Promise.reject(new Error('The log is away.')));
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const controller = new LinksController(
    links,
    { load } as unknown as Aggregates,
    { execute } as unknown as CommandBus,
  );
  const redirect = jest.fn();
  const request = { method: 'GET', headers: { 'user-agent': phone } } as Request;
  await controller.open(token, request, { setHeader: jest.fn(), redirect } as unknown as Response);
  expect(redirect).toHaveBeenCalledWith(302, 'https://shop.example/');
  expect(execute).toHaveBeenCalledTimes(1);
  expect(logged.mock.calls.join()).toContain('The log is away.');
  expect(logged.mock.calls.join()).not.toContain(token);
});
