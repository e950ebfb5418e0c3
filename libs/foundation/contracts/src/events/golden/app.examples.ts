import type { AppEvent } from '../app.events';
import type { ExamplesOf } from './examples-of';

export const appExamples: ExamplesOf<AppEvent> = {
  AppInstalled: [
    { packageName: 'orders', name: 'Orders', version: '1.0.0', scopes: ['contact:read', 'proxy'] },
    { packageName: 'satisfaction', name: 'Satisfaction', version: '1.0.0', scopes: [] },
  ],
  AppUpdated: [{ version: '2.0.0', scopes: ['contact:read', 'data', 'proxy'] }],
  AppSettingsChanged: [
    { values: [{ name: 'shopUrl', value: 'https://shop.example' }], secrets: [] },
    { values: [], secrets: [{ name: 'apiKey', value: '4f2a' }] },
  ],
  AppSwitchedOn: [{}],
  AppSwitchedOff: [{}],
  AppUninstalled: [{ keptUntil: '2026-12-24T09:00:00.000Z' }],
  AppRestored: [{}],
  AppConnected: [
    {
      connectionId: '0c0ffee0-0000-4000-8000-00000000c011',
      account: 'tom@shop.example',
      scopes: ['contacts.read'],
    },
  ],
  AppConnectionRefused: [{ connectionId: '0c0ffee0-0000-4000-8000-00000000c011' }],
  AppDisconnected: [{ connectionId: '0c0ffee0-0000-4000-8000-00000000c011' }],
};
