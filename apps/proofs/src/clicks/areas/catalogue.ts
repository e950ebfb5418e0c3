import { keyed, look, made, named, post, pressed, remove, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'a new tag': named('/tags', look, 'TagCreated', 'tag_name_taken'),
    'a new tag under one key': keyed('/tags', look, 'TagCreated'),
    'a new label': named('/labels', look, 'LabelCreated', 'label_name_taken'),
    'a new label under one key': keyed('/labels', look, 'LabelCreated'),
    'a new quick reply under one key': keyed(
      '/quick-replies',
      () => ({ message: 'Hello', visibility: 'me' }),
      'QuickReplyCreated',
    ),
    'a new saved view under one key': keyed('/saved-views', savedView, 'SavedViewCreated'),
    'delete of a tag': async (office) => {
      const { id: tag } = await made(office, post('/tags', look()));
      return pressed(remove(`/tags/${tag}`), 'TagDeleted');
    },
    'merge of a tag': async (office) => {
      const [one, other] = [
        await made(office, post('/tags', look())),
        await made(office, post('/tags', look())),
      ];
      return pressed(post(`/tags/${one.id}/merge`, { intoId: other.id }), 'TagMerged');
    },
    'merge of two tags into each other': async (office) => {
      const [one, other] = [
        await made(office, post('/tags', look())),
        await made(office, post('/tags', look())),
      ];
      const [there, back] = [
        post(`/tags/${one.id}/merge`, { intoId: other.id }),
        post(`/tags/${other.id}/merge`, { intoId: one.id }),
      ];
      return { press: (n) => (n % 2 ? back : there), makes: 'TagMerged', others: ['ok', 'not_found'] };
    },
    'delete of a quick reply': async (office) => {
      const body = { message: 'Hello', visibility: 'everybody' };
      const reply = await made(office, post('/quick-replies', body));
      const press = remove(`/quick-replies/${reply.id}`);
      return { ...pressed(press, 'QuickReplyDeleted'), others: ['ok', 'not_found'] };
    },
    'delete of a saved view': async (office) => {
      const view = await made(office, post('/saved-views', savedView()));
      const press = remove(`/saved-views/${view.id}`, office.admin);
      return { ...pressed(press, 'SavedViewDeleted'), others: ['ok', 'not_found'] };
    },
  },
  unpressed: {
    'PATCH /quick-replies/:id': sets,
    'PATCH /saved-views/:id': sets,
    'PATCH /tags/:id': sets,
    'PATCH /labels/:id': sets,
    'DELETE /labels/:id': 'as of a tag: one handler does both',
    'POST /labels/:id/merge': 'as of a tag: one handler does both',
  },
};

function savedView() {
  return { name: 'Mine', query: 'list=open', visibility: 'everybody' };
}
