import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /assistant/runs': 'a request is recorded once, and answered once (assistant-run.spec.ts)',
    'POST /assistant/tokens': 'counts, and keeps nothing',
    'PATCH /assistant/settings': sets,
  },
};
