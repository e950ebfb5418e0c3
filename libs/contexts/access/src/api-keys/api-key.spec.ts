import type { ApiKeyDetails, ApiKeyEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { allows, apiKey } from './api-key';

const now = '2026-11-23T10:00:00.000Z';
const ownerId = '0c0ffee0-0000-4000-8000-000000000001';
const details: ApiKeyDetails = {
  name: 'CRM sync',
  rights: ['inbox:read'],
  allowedAddresses: [],
  expiresAt: null,
};
const created: ApiKeyEvent = { type: 'ApiKeyCreated', data: { ...details, ownerId, hint: 'aaaa' } };
const create = (asked: Partial<ApiKeyDetails>) =>
  ({ type: 'Create', details: { ...details, ...asked }, ownerId, hint: 'aaaa', now }) as const;

describe('An API key', () => {
  it('a key is created once', () => {
    expect(given(apiKey, []).when(create({}))).toEqual([created]);
    expect(given(apiKey, [created]).when(create({}))).toEqual([]);
  });

  it('a key has its rights and addresses normalised and without duplicates', () => {
    const asked = {
      rights: ['tags:write', 'inbox:read', 'tags:write'],
      allowedAddresses: [' 192.0.2.* ', '192.0.2.*'],
    };
    expect(given(apiKey, []).when(create(asked))[0]?.data).toMatchObject({
      rights: ['inbox:read', 'tags:write'],
      allowedAddresses: ['192.0.2.*'],
    });
  });

  it('a key cannot be created with an expiry that has passed', () => {
    expect(() => given(apiKey, []).when(create({ expiresAt: now }))).toThrow('api_key_expiry');
  });

  it('a key with an invalid address is rejected', () => {
    expect(() => given(apiKey, []).when(create({ allowedAddresses: ['here'] }))).toThrow(
      'ip_address_invalid',
    );
  });

  it('a key can be renamed after it has expired', () => {
    const expired: ApiKeyEvent = {
      ...created,
      data: { ...created.data, expiresAt: '2026-01-01T00:00:00.000Z' },
    };
    const renamed = given(apiKey, [expired]).when({ type: 'Change', details: { name: 'CRM' }, now });
    expect(renamed).toMatchObject([{ type: 'ApiKeyChanged', data: { name: 'CRM' } }]);
  });

  it('a key is rotated by only one of two users who saw the same secret', () => {
    const rotate = { type: 'Rotate', seen: 'aaaa', hint: 'bbbb', previousUntil: now } as const;
    const rotated = given(apiKey, [created]).when(rotate);
    expect(rotated).toEqual([{ type: 'ApiKeyRotated', data: { hint: 'bbbb', previousUntil: now } }]);
    expect(() => given(apiKey, [created, ...rotated]).when(rotate)).toThrow('api_key_rotated');
  });

  it('a key is revoked once, and is not found afterwards', () => {
    const revoked = given(apiKey, [created]).when({ type: 'Revoke' });
    expect(revoked).toEqual([{ type: 'ApiKeyRevoked', data: {} }]);
    expect(given(apiKey, [created, ...revoked]).when({ type: 'Revoke' })).toEqual([]);
    expect(() => given(apiKey, [created, ...revoked]).when({ type: 'TakeOver', ownerId })).toThrow(
      'not_found',
    );
  });
});

it.each([
  [['inbox:read'], 'read', 'inbox', true],
  [['inbox:read'], 'update', 'inbox', false],
  [['inbox:write'], 'update', 'inbox', true],
  [['inbox:write'], 'read', 'inbox', true],
  [['inbox:write'], 'read', 'contacts', false],
  [[], 'read', 'inbox', false],
])('the rights %j allow to %s %s: %s', (rights, action, subject, expected) => {
  expect(allows(rights, action, subject)).toBe(expected);
});
