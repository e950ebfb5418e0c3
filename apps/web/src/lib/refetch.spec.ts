import { QueryClient } from '@tanstack/react-query';
import { refetchSoon } from './refetch';

test('refetches a query at once, and then at most once a second', () => {
  jest.useFakeTimers();
  const client = new QueryClient();
  const invalidate = jest.spyOn(client, 'invalidateQueries').mockResolvedValue();
  refetchSoon(client, ['a']);
  refetchSoon(client, ['b']);
  for (let pushes = 0; pushes < 5; pushes++) refetchSoon(client, ['a']);
  expect(invalidate).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(1_000);
  expect(invalidate).toHaveBeenCalledTimes(3);
  jest.advanceTimersByTime(5_000);
  expect(invalidate).toHaveBeenCalledTimes(3);
  jest.useRealTimers();
});
