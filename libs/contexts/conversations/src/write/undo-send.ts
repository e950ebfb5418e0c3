import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { WithdrawResponse } from '@parley/contracts/api/conversations';
import { MAX_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { message, ToMessage } from '../domain/message';
import { clientKeyOf, idOfSentPart } from './message-ids';

/** Maximum number of messages of one send: the attachments, and up to three others such as a text or a template. */
const MAX_PARTS = MAX_ATTACHMENTS + 3;

/** Withdraws the messages of a send during its delay. */
@Injectable()
export class UndoSend {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  /**
   * Withdraws the parts of a send that are still delayed; parts that were already sent stay.
   * @throws NotFound if the writer sent nothing under this key
   * @throws Rejected `already_sent` if all parts were sent
   */
  async withdraw(idempotencyKey: string, context: CommandContext): Promise<WithdrawResponse> {
    const { customerId, actor } = context;
    const withdrawn: string[] = [];
    let position = '';
    for (let index = 0; index < MAX_PARTS; index++) {
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
