import type { ApiKeyDetails, ApiKeyEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { normalPattern } from '../domain/address-pattern';

export type ApiKeyCommand =
  | { type: 'Create'; details: ApiKeyDetails; ownerId: string; hint: string; now: string }
  /** Changes the details of the key; absent fields keep their values. */
  | { type: 'Change'; details: Partial<ApiKeyDetails>; now: string }
  /**
   * Replaces the secret; `seen` is the hint of the secret that the user saw, so that the first of concurrent
   * rotations wins.
   */
  | { type: 'Rotate'; seen: string; hint: string; previousUntil: string }
  | { type: 'TakeOver'; ownerId: string }
  | { type: 'Revoke' };

export interface ApiKeyState {
  status: 'missing' | 'present' | 'revoked';
  details: ApiKeyDetails;
  ownerId: string;
  hint: string;
}

/** A key with which a program uses the API. `ApiKeySecrets` stores the key's secrets. */
export const apiKey: Decider<ApiKeyCommand, ApiKeyState, ApiKeyEvent> = {
  initialState: {
    status: 'missing',
    details: { name: '', rights: [], allowedAddresses: [], expiresAt: null },
    ownerId: '',
    hint: '',
  },

  decide(command, state) {
    if (command.type === 'Create') {
      const { details, ownerId, hint, now } = command;
      if (state.status !== 'missing') return [];
      return [{ type: 'ApiKeyCreated', data: { ...valid(details, now), ownerId, hint } }];
    }
    if (command.type === 'Revoke' && state.status === 'revoked') return [];
    if (state.status !== 'present') throw new NotFound();
    switch (command.type) {
      case 'Change':
        return change(state.details, command.details, command.now);
      case 'Rotate':
        return rotate(command, state);
      case 'TakeOver':
        return command.ownerId === state.ownerId
          ? []
          : [{ type: 'ApiKeyTakenOver', data: { ownerId: command.ownerId } }];
      case 'Revoke':
        return [{ type: 'ApiKeyRevoked', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyCreated': {
        const { ownerId, hint, ...details } = event.data;
        return { status: 'present', details, ownerId, hint };
      }
      case 'ApiKeyChanged':
        return { ...state, details: event.data };
      case 'ApiKeyTakenOver':
        return { ...state, ownerId: event.data.ownerId };
      case 'ApiKeyRevoked':
        return { ...state, status: 'revoked' };
      case 'ApiKeyRotated':
        return { ...state, hint: event.data.hint };
    }
  },
};

export class ToApiKey extends commandTo(apiKey, 'apiKey') {}

/** Whether the rights of a key allow an action on a subject: `write` allows every action, `read` only reading. */
export function allows(rights: readonly string[], action: string, subject: string): boolean {
  return rights.includes(`${subject}:write`) || (action === 'read' && rights.includes(`${subject}:read`));
}

/** @throws Rejected `api_key_rotated` if the key has another secret than the user saw */
function rotate(
  { seen, hint, previousUntil }: Extract<ApiKeyCommand, { type: 'Rotate' }>,
  state: ApiKeyState,
): ApiKeyEvent[] {
  if (seen !== state.hint) throw new Rejected('api_key_rotated');
  return [{ type: 'ApiKeyRotated', data: { hint, previousUntil } }];
}

function change(before: ApiKeyDetails, wanted: Partial<ApiKeyDetails>, now: string): ApiKeyEvent[] {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const details = valid({ ...before, ...given }, 'expiresAt' in given ? now : null);
  return JSON.stringify(details) === JSON.stringify(before) ? [] : [{ type: 'ApiKeyChanged', data: details }];
}

/**
 * Normalises the details.
 * @param now the expiry has to be after this time; null skips this check if the expiry does not change
 * @throws Rejected `api_key_expiry`, `ip_address_invalid`
 */
function valid(
  { name, rights, allowedAddresses, expiresAt }: ApiKeyDetails,
  now: string | null,
): ApiKeyDetails {
  if (now !== null && expiresAt !== null && expiresAt <= now) throw new Rejected('api_key_expiry');
  const addresses = allowedAddresses.map((address) => {
    const pattern = normalPattern(address);
    if (pattern === null) throw new Rejected('ip_address_invalid', address);
    return pattern;
  });
  return {
    name,
    rights: [...new Set(rights)].sort(),
    allowedAddresses: [...new Set(addresses)],
    expiresAt,
  };
}
