import type { WebhookDetails, WebhookEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type WebhookCommand =
  | { type: 'Create'; details: WebhookDetails; hint: string }
  /** Details that are left out stay as they are. */
  | { type: 'Change'; details: Partial<WebhookDetails> }
  /**
   * `seen` is the hint of the secret that the user saw: if several users rotate the secret concurrently, only the
   * first succeeds.
   */
  | { type: 'Rotate'; seen: string; hint: string; previousUntil: string }
  | { type: 'Pause' }
  /** Only an active webhook is switched off. */
  | { type: 'SwitchOff'; cause: 'failures' | 'gone' }
  | { type: 'Resume'; isSkipping: boolean }
  | { type: 'Remove' };

export interface WebhookState {
  /** `missing`: never created; `paused`: by a user; `failures` and `gone`: switched off for this cause. */
  status: 'missing' | 'removed' | 'active' | 'paused' | 'failures' | 'gone';
  details: WebhookDetails;
  hint: string;
}

/** A webhook of an organisation. Its secrets are stored separately, by `WebhookSecrets`. */
export const webhook: Decider<WebhookCommand, WebhookState, WebhookEvent> = {
  initialState: {
    status: 'missing',
    details: { url: '', events: [], version: 1, payload: 'full', headerNames: [], headersFingerprint: '' },
    hint: '',
  },

  decide(command, state) {
    if (command.type === 'Create') {
      if (state.status !== 'missing') return [];
      return [{ type: 'WebhookCreated', data: { ...tidy(command.details), hint: command.hint } }];
    }
    if (command.type === 'Remove' && state.status === 'removed') return [];
    if (state.status === 'missing' || state.status === 'removed') throw new NotFound();
    switch (command.type) {
      case 'Change':
        return change(state.details, command.details);
      case 'Rotate': {
        const { seen, hint, previousUntil } = command;
        if (seen !== state.hint) throw new Rejected('webhook_rotated');
        return [{ type: 'WebhookRotated', data: { hint, previousUntil } }];
      }
      case 'Pause':
        return state.status === 'paused' ? [] : [{ type: 'WebhookPaused', data: {} }];
      case 'SwitchOff':
        return state.status === 'active'
          ? [{ type: 'WebhookSwitchedOff', data: { cause: command.cause, url: state.details.url } }]
          : [];
      case 'Resume':
        return state.status === 'active'
          ? []
          : [{ type: 'WebhookResumed', data: { isSkipping: command.isSkipping } }];
      case 'Remove':
        return [{ type: 'WebhookRemoved', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'WebhookCreated': {
        const { hint, ...details } = event.data;
        return { status: 'active', details, hint };
      }
      case 'WebhookChanged':
        return { ...state, details: event.data };
      case 'WebhookRotated':
        return { ...state, hint: event.data.hint };
      case 'WebhookPaused':
        return { ...state, status: 'paused' };
      case 'WebhookSwitchedOff':
        return { ...state, status: event.data.cause };
      case 'WebhookResumed':
        return { ...state, status: 'active' };
      case 'WebhookRemoved':
        return { ...state, status: 'removed' };
    }
  },
};

export class ToWebhook extends commandTo(webhook, 'webhook') {}

function change(before: WebhookDetails, wanted: Partial<WebhookDetails>): WebhookEvent[] {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const details = tidy({ ...before, ...given });
  return JSON.stringify(details) === JSON.stringify(before)
    ? []
    : [{ type: 'WebhookChanged', data: details }];
}

function tidy({
  url,
  events,
  version,
  payload,
  headerNames,
  headersFingerprint,
}: WebhookDetails): WebhookDetails {
  return { url, events: [...new Set(events)].sort(), version, payload, headerNames, headersFingerprint };
}
