import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { WithdrawResponse } from '@parley/contracts/api/conversations';
import { MOST_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { message } from '../domain/message';
import { clientKeyOf, idOfSentPart } from './message-ids';
import { ToMessage } from './message.handler';

/** A text, or what stands in its place, and the files that go with it. */
const MOST_PARTS = MOST_ATTACHMENTS + 3;

/** Takes back what its writer has just sent, as long as it is held. */
@Injectable()
export class UndoSend {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  /**
   * The parts of a send that are held; those that had gone out stay.
   * @throws NotFound for a key that the writer sent nothing under
   * @throws Rejected `already_sent` where all of it had gone out
   */
  async withdraw(idempotencyKey: string, context: CommandContext): Promise<WithdrawResponse> {
    const { customerId, actor } = context;
    const withdrawn: string[] = [];
    let position = '';
    for (let index = 0; index < MOST_PARTS; index++) {
      const id = idOfSentPart(customerId, actor.id, idempotencyKey, index);
      const { state } = await this.aggregates.load(message, 'message', id, customerId);
      if (state.origin === 'none') {
        if (index === 0) throw new NotFound();
        break;
      }
      try {
        const executed = await this.commands.execute(
          new ToMessage(id, { type: 'Withdraw' }, step(context, index)),
        );
        withdrawn.push(clientKeyOf(idempotencyKey, index));
        if (executed.position && executed.position > position) position = executed.position;
      } catch (error) {
        if (!(error instanceof Rejected) || error.code !== 'already_sent') throw error;
      }
    }
    if (withdrawn.length === 0) throw new Rejected('already_sent');
    return { position, withdrawn };
  }
}
