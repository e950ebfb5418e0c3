import { Injectable, Logger } from '@nestjs/common';
import { idOf, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Config } from '@parley/platform/config/config';
import { Mailer } from '@parley/platform/mail/mailer';
import { team } from '../domain/team';
import { AccessQueries } from '../read/access.queries';
import { onBehalfOf } from './mails/on-behalf-of';
import { sendUnlessRefused } from './mails/send-unless-refused';
import { teamMail } from './mails/team.mail';

/** Maximum age in ms of an assignment that is mailed; older ones occur after a long outage of the mail server. */
const NEWS_MS = 24 * 60 * 60_000;

/**
 * Mails a team about each conversation that is assigned to the team without a user, if the team has notifications on.
 */
@Injectable()
export class TeamMailReaction implements Reaction {
  readonly name = 'team-mail';
  readonly prefixes = ['conversation-'];
  readonly types = ['ConversationAssigned'];
  private readonly logger = new Logger('mail');

  constructor(
    private readonly aggregates: Aggregates,
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & ConversationEvent;
    if (event.type !== 'ConversationAssigned') return;
    const { teamId, userId } = event.data;
    if (teamId === null || userId !== null || Date.now() - Date.parse(event.time) > NEWS_MS) return;
    const { state } = await this.aggregates.load(team, 'team', teamId, event.customerId);
    const { name, email, sendNotification } = state.details;
    if (state.status !== 'present' || !sendNotification || email === null) return;
    const { organisation, name: by, language } = await onBehalfOf(this.access, event);
    const link = `${this.config.publicUrl}/messaging-inbox/${idOf(event.stream)}`;
    const mail = teamMail({ id: event.id, language, address: email, team: name, by, organisation, link });
    await sendUnlessRefused(this.mailer, mail, (why) =>
      this.logger.warn(`The team of ${event.stream} was not told. ${why}`),
    );
  }
}
