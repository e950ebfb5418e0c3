import type { CommandBus } from '@nestjs/cqrs';
import type { QuickReplyVisibility } from '@parley/contracts/api/catalogue';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { Principal } from '@parley/platform/http/principal';
import type { QuickReplyQueries } from '../read/quick-replies.queries';
import { QuickRepliesController } from './quick-replies.controller';

const execute = jest.fn();
let visibility: QuickReplyVisibility;
const replies = { one: () => Promise.resolve({ visibility }) } as unknown as QuickReplyQueries;
const controller = new QuickRepliesController(replies, {} as Views, { execute } as unknown as CommandBus);
const userWho = (may: boolean) =>
  ({ userId: 'sanne', customerId: 'harbour', can: () => may }) as unknown as Principal;
const create = (me: Principal, of: QuickReplyVisibility) =>
  controller.create(me, 'id', { title: null, message: 'Hi', visibility: of });

beforeEach(() => execute.mockReset().mockResolvedValue({ position: '1' }));

it('lets an agent without the right to shared quick replies write private quick replies only', async () => {
  const agent = userWho(false);
  await create(agent, 'me');
  expect(execute).toHaveBeenCalledTimes(1);
  await expect(create(agent, 'everybody')).rejects.toThrow('not_authorized');
  visibility = 'me';
  await expect(controller.change(agent, 'id', { visibility: 'everybody' })).rejects.toThrow('not_authorized');
  visibility = 'everybody';
  await expect(controller.change(agent, 'id', { message: 'Ours' })).rejects.toThrow('not_authorized');
  await expect(controller.delete(agent, 'id')).rejects.toThrow('not_authorized');
  expect(execute).toHaveBeenCalledTimes(1);
});

it('lets a user with the right to shared quick replies create, change and delete them', async () => {
  const manager = userWho(true);
  visibility = 'everybody';
  await create(manager, 'everybody');
  await controller.change(manager, 'id', { message: 'Ours' });
  await controller.delete(manager, 'id');
  expect(execute).toHaveBeenCalledTimes(3);
});
