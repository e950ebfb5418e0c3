import type { CommandBus } from '@nestjs/cqrs';
import type { Fact } from '@parley/contracts/events';
import type { CommandTo } from './command';
import { NotFound } from './decider';

/**
 * Executes the command of a request.
 * @returns position of its last event in the log, also if the command changed nothing
 * @throws NotFound if the aggregate has no events, and Rejected if a rule forbids the command
 */
export async function carryOut<Command, State, Event extends Fact>(
  commands: CommandBus,
  command: CommandTo<Command, State, Event>,
): Promise<{ position: string }> {
  const { position } = await commands.execute(command);
  if (position === null) throw new NotFound();
  return { position };
}
