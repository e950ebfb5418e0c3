import { loadConfig } from '@parley/platform/config/config';
import { RateLimits } from '@parley/platform/http/rate-limits';
import { UsersController } from './users.controller';

test('limits how many invitations an administrator sends, renews and copies as links', async () => {
  const limits = new RateLimits(loadConfig({ LIMIT_INVITATIONS: '3/h' }));
  const done = { position: '1' };
  const users = new UsersController(
    { user: () => Promise.resolve({}) } as never,
    {} as never,
    { execute: () => Promise.resolve(done) } as never,
    { invite: () => Promise.resolve(done), linkFor: () => Promise.resolve(done) } as never,
    {} as never,
    {} as never,
    limits,
    {} as never,
  );
  const me = (userId: string) => ({ userId, customerId: 'c', role: 'admin' as const, can: () => true });
  const invite = async (userId: string) => users.invite(me(userId), 'id', {} as never);
  await invite('ingrid');
  await users.renewInvitation(me('ingrid'), 'u');
  await users.invitationLink(me('ingrid'), 'u');
  await expect(invite('ingrid')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1_200 });
  await expect(users.renewInvitation(me('ingrid'), 'u')).rejects.toThrow('too_many_requests');
  await expect(users.invitationLink(me('ingrid'), 'u')).rejects.toThrow('too_many_requests');
  await expect(invite('mateo')).resolves.toEqual(done);
});
