import type { ApiKeyEvent } from '../api-key.events';
import type { ExamplesOf } from './examples-of';
import { userId } from './ids';

const details = {
  name: 'CRM sync',
  rights: ['contacts:write', 'inbox:read'],
  allowedAddresses: ['192.0.2.*'],
  expiresAt: '2027-01-01T00:00:00.000Z',
};

export const apiKeyExamples: ExamplesOf<ApiKeyEvent> = {
  ApiKeyCreated: [
    { ...details, ownerId: userId, hint: 'x7Qa' },
    { ...details, allowedAddresses: [], expiresAt: null, ownerId: userId, hint: 'x7Qa' },
  ],
  ApiKeyChanged: [{ ...details, rights: ['inbox:read'] }],
  ApiKeyRotated: [{ hint: 'k2_B', previousUntil: '2026-11-24T09:00:00.000Z' }],
  ApiKeyTakenOver: [{ ownerId: userId }],
  ApiKeyRevoked: [{}],
};
