'use strict';

const CONTRACTS = 'libs/foundation/contracts/src/events';

/** Registrations of the events of a settings entity. */
const settingsRegistrations = [
  {
    file: `${CONTRACTS}/domain-event.ts`,
    imports: ["import { __camel__Facts } from './__name__.events';"],
    lines: [{ after: 'export const allFacts = [\n', add: '  __camel__Facts,\n' }],
  },
  {
    file: `${CONTRACTS}/golden/examples.ts`,
    imports: ["import { __camel__Examples } from './__name__.examples';"],
    lines: [{ after: '[Type in EventType]: DataOf<Type>[] } = {\n', add: '  ...__camel__Examples,\n' }],
  },
];

const settingsSteps = [
  'Give it its fields beside the name: the facts with their golden files, requests, responses, rows and form.',
  'Write the texts: docs/help and texts/ of apps/web/src/features/settings-__names__, in en, es and nl.',
];

module.exports = { settingsRegistrations, settingsSteps };
