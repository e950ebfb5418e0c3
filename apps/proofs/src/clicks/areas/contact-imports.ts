import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /contact-imports': 'a file that is uploaded twice is two imports, and changes no contact',
    'PATCH /contact-imports/:id': sets,
    'DELETE /contact-imports/:id': 'erases a file; the second finds none',
    'POST /contact-imports/:id/check':
      'its row names one job (import.int.spec.ts presses it several times at once)',
    'POST /contact-imports/:id/run':
      'its row names one job (import.int.spec.ts presses it several times at once)',
    'POST /contact-imports/:id/undo':
      'its row names one job (import.int.spec.ts presses it several times at once)',
  },
};
