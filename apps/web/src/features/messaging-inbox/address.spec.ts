import { addressOf, normalised, pathOf } from './address';
import { questionIn } from './counted/counted-api';

const [a, b] = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as const;

test('reads every field of an address back from its path', () => {
  const address = {
    chatId: 'c1',
    entry: 'e1',
    list: 'team' as const,
    teamId: 't1',
    page: 3,
    sortBy: 'longestWaiting' as const,
    filter: { keyword: 'ana ruiz', channels: [a, b], read: false },
  };
  const path = pathOf(address);
  expect(path).toBe(
    `/messaging-inbox/c1?list=team&team=t1&keyword=ana+ruiz&channels=${a}%2C${b}&read=false&sortBy=longestWaiting&page=3&entry=e1`,
  );
  expect(addressOf('c1', new URLSearchParams(path.split('?')[1]), null)).toEqual(address);
});

test('keeps the parameters of an Insights number as one parameter of the URL', () => {
  const counted = 'between=2026-11-01&and=2026-11-30&metric=metrics/conversations/tags&share=x';
  const address = { ...addressOf(undefined, new URLSearchParams('list=open'), null), counted };
  const path = pathOf(address);
  expect(addressOf(undefined, new URLSearchParams(path.split('?')[1]), null).counted).toBe(counted);
  expect(questionIn(counted)).toMatchObject({
    metric: 'metrics/conversations/tags',
    fields: { between: '2026-11-01', and: '2026-11-30', share: 'x' },
  });
  expect(questionIn('metric=nothing&between=2026-11-01&and=2026-11-30')).toBeNull();
});

test('opens the list that was shown last, or the list of new conversations, if the URL names no list', () => {
  expect(addressOf(undefined, new URLSearchParams(), 'personal').list).toBe('personal');
  expect(addressOf(undefined, new URLSearchParams('list=nonsense'), null).list).toBe('new');
});

test.each(['0', '-1', 'x', '1.5'])('shows the first page if the URL has the page "%s"', (page) =>
  expect(addressOf(undefined, new URLSearchParams({ page }), null).page).toBe(1),
);

test.each(['channels=x', 'read=maybe', 'keyword=', 'keyword=%20', 'sortBy=beauty', `colours=${a}`])(
  'ignores "%s" as a filter or a sort order',
  (query) => {
    const { filter, sortBy } = addressOf(undefined, new URLSearchParams(query), null);
    expect([filter, sortBy]).toEqual([{}, 'newestEntry']);
  },
);

test('normalises equivalent filters to the same object', () => {
  expect(normalised({ tags: [b, a, b], teams: [], keyword: ' ana ', read: undefined })).toEqual({
    keyword: 'ana',
    tags: [a, b],
  });
});
