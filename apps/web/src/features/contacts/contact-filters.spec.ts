import { filtersIn, paramsOf, type ContactFilters } from './contact-filters';

const none: ContactFilters = { conditions: [], segment: null, keyword: '', sortBy: 'name', page: 1 };
const vip = { field: 'vip', is: true } as const;
const open = { field: 'lastStatus', is: 'open' } as const;

it.each<[string, ContactFilters]>([
  ['empty filters', none],
  [
    'conditions, a keyword, an order and a page',
    { ...none, conditions: [vip, open], keyword: 'ana', sortBy: 'lastSeen', page: 3 },
  ],
  [
    'a segment with alternatives',
    {
      ...none,
      segment: {
        match: 'any',
        groups: [
          { match: 'all', conditions: [vip] },
          { match: 'all', conditions: [open] },
        ],
      },
    },
  ],
])('restores %s from the URL', (_, filters) => {
  expect(filtersIn(new URLSearchParams(paramsOf(filters).toString()))).toEqual(filters);
});

it('ignores invalid URL parameters', () => {
  expect(filtersIn(new URLSearchParams('where=oops&page=-2&sort=shoes'))).toEqual(none);
});
