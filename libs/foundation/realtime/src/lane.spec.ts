import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { Lane } from './lane';
import type { Session } from './session';

const inbox = { view: 'inbox' } as LiveView;
const session = (uses: boolean, viewer: unknown) =>
  ({ uses: () => uses, viewerOf: () => viewer }) as unknown as Session;

it('pushes nothing to a session whose viewer is not loaded yet', () => {
  const lane = new Lane('acme', () => Promise.resolve());
  const known = session(true, { userId: 'tom' });
  for (const each of [known, session(true, undefined), session(false, { userId: 'eve' })]) {
    lane.sessions.add(each);
  }
  expect(lane.sessionsOf(inbox)).toEqual([known]);
});
