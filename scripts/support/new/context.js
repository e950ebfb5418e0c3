'use strict';

const { settingsRegistrations, settingsSteps } = require('../settings-registrations');

module.exports = {
  templates: ['settings', 'context'],
  registrations: [
    ...settingsRegistrations,
    {
      file: 'apps/server/src/features.ts',
      imports: ["import { __camels__ } from '@parley/__names__/feature';"],
      lines: [{ after: 'export const features: Feature[] = [\n', add: '  __camels__,\n' }],
    },
  ],
  next: [
    'Write the rules in libs/contexts/__names__/src/domain/__name__.ts, beginning with its spec.',
    ...settingsSteps,
    'Set who may do what: abilities in libs/contexts/__names__/src/feature.ts.',
    'Add a browser flow: apps/e2e/flows/__names__.e2e.ts.',
    'Read docs/how-to/add-a-context.md, then run scripts/check and scripts/test --affected.',
  ],
};
