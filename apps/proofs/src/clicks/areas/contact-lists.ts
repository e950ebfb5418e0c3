import { sets, type Area } from '../presses';

export const area: Area = {
  unpressed: {
    'POST /contact-lists':
      'a fixed list is created once by concurrent requests with the same id (contact-lists.int.spec.ts)',
    'POST /contact-lists/preview': 'changes nothing',
    'PATCH /contact-lists/:id': sets,
    'DELETE /contact-lists/:id': 'deleted twice is deleted; the second may find none',
    'POST /contact-lists/:id/archive': 'a list is archived once, and can be restored (contact-list.spec.ts)',
    'POST /contact-lists/:id/restore': 'a list is archived once, and can be restored (contact-list.spec.ts)',
    'POST /contact-lists/:id/duplicate': 'a copy under one key is one copy; two windows ask for two',
    'POST /contact-lists/:id/members/add': sets,
    'POST /contact-lists/:id/members/remove': sets,
    'POST /contact-lists/:id/fill': 'adds whom it names: twice is once',
  },
};
