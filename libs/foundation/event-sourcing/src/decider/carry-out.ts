import type { CommandBus } from '@nestjs/cqrs';
import type { Fact } from '@parley/contracts/events';
import type { CommandTo } from './command';
import { NotFound } from './decider';

/**
 * Runs what a request asks for.
 * @returns what its route answers: where in the log it happened, now or before
 * @throws NotFound where nothing has ever happened to what it is about, and Rejected by its rules
 */
export async function carryOut<Command, State, Event extends Fact>(
  commands: CommandBus,
  command: CommandTo<Command, State, Event>,
): Promise<{ position: string }> {
  const { position } = await commands.execute(command);
  if (position === null) throw new NotFound();
  return { position };
}
