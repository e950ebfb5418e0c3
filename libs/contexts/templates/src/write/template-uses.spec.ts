import { TemplateUses } from './template-uses';

test('queries each registered counter once, and leaves out templates without uses', async () => {
  const uses = new TemplateUses();
  const countsOfBroadcasts = jest.fn().mockResolvedValue(new Map([['a', 2]]));
  const countsOfRoutes = jest.fn().mockResolvedValue(
    new Map([
      ['a', 1],
      ['b', 0],
    ]),
  );
  uses.register({ uses: 'broadcast', countsOfTemplates: countsOfBroadcasts });
  uses.register({ uses: 'route', countsOfTemplates: countsOfRoutes });
  expect(await uses.ofMany('acme', ['a', 'b', 'c'])).toEqual({
    a: [
      { what: 'broadcast', count: 2 },
      { what: 'route', count: 1 },
    ],
  });
  expect(countsOfBroadcasts.mock.calls).toEqual([['acme', ['a', 'b', 'c']]]);
  expect(await uses.of('acme', 'b')).toEqual([]);
});
