import { keyed, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'a new export under one key': keyed('/exports', people, 'ExportRequested'),
  },
  unpressed: {
    'POST /exports/count': 'counts, and changes nothing',
    'POST /exports/:id/again':
      'as a new export: a user may begin one export in 60 seconds (exports.int.spec.ts)',
    'POST /exports/:id/link': 'each press is a link of its own, and a fact of its own',
    'DELETE /exports/:id': 'the file can be deleted, even while it is made (exports.int.spec.ts)',
  },
};

function people() {
  return { kind: 'contacts', format: 'csv', from: null, to: null, filter: {}, fields: ['name'] };
}
