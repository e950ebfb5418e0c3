import { describeComparison } from './compare-views';

const equal = {
  view: 'inbox',
  tallyId: 'id',
  after: '00',
  upTo: '09',
  logged: 1_234,
  folded: 1_234,
  differences: [],
};

test('describes a view that agrees with the log in one line', () => {
  expect(describeComparison(equal)).toEqual(['inbox: 1,234 events, as in the log, up to 09']);
});

test('describes a difference by its span and positions', () => {
  const difference = { view: 'inbox', after: '03', upTo: '07', logged: 4, folded: 3, candidates: ['05'] };
  expect(describeComparison({ ...equal, folded: 1_233, differences: [difference] })).toEqual([
    'inbox: 1,233 events, 1,234 in the log, after 00 up to 09',
    '  differs after 03 up to 07: 05',
  ]);
});
