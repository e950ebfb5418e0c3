'use strict';

const { settingsRegistrations, settingsSteps } = require('../settings-registrations');

module.exports = {
  templates: ['settings', 'noun'],
  registrations: [
    ...settingsRegistrations,
    {
      file: 'libs/contexts/catalogue/src/nouns.ts',
      imports: [
        "import { __Pascals__Controller } from './http/__names__.controller';",
        "import { __camels__Part, __Pascal__Queries } from './read/__names__.queries';",
      ],
      lines: [
        {
          after: 'export const nouns: Noun[] = [\n',
          add: `  {
    part: __camels__Part,
    queries: __Pascal__Queries,
    controllers: [__Pascals__Controller],
    abilities: { __camels__: { ...all('manager'), read: 'user' } },
  },
`,
        },
      ],
    },
  ],
  next: [
    ...settingsSteps,
    'Set who may do what: abilities in libs/contexts/catalogue/src/nouns.ts.',
    'Add a browser flow: apps/e2e/flows/__names__.e2e.ts.',
    'Read docs/how-to/add-a-settings-noun.md, then run scripts/check and scripts/test --affected.',
  ],
};
