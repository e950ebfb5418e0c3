import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type MailFailure, type RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Mailer, MailFailed } from '@parley/platform/mail/mailer';
import { user, type UserState } from '../domain/user';
import { AccessQueries } from '../read/access.queries';
import { INVITATION_DAYS, InvitationLinks } from './invitation-links';
import { invitationMail } from './mails/invitation.mail';
import { onBehalfOf } from './mails/on-behalf-of';
import { ToUser } from './user.handler';

/** Mails invitations, and records whether each mail was sent. */
@Injectable()
export class InvitationMailReaction implements Reaction {
  readonly name = 'invitation-mail';
  readonly prefixes = ['user-'];
  readonly types = ['UserInvited', 'InvitationRenewed'];
  private readonly logger = new Logger('mail');

  constructor(
    private readonly aggregates: Aggregates,
    private readonly access: AccessQueries,
    private readonly mailer: Mailer,
    private readonly links: InvitationLinks,
    private readonly commands: CommandBus,
  ) {}

  async react(event: RecordedEvent): Promise<void> {
    if (event.type !== 'UserInvited' && event.type !== 'InvitationRenewed') return;
    const id = idOf(event.stream);
    const { state } = await this.aggregates.load(user, 'user', id, event.customerId);
    // Stops if an earlier attempt has sent the mail, or if the invitation was accepted or withdrawn since.
    if (state.status !== 'invited' || state.invitationOutcome !== 'pending') return;
    const failure = await this.send(state, event);
    const { invitation } = state;
    await this.commands.execute(
      new ToUser(
        id,
        { type: 'RecordInvitation', invitation, failure },
        causedBy(event, this.name, event.time),
      ),
    );
  }

  private async send(state: UserState, event: RecordedEvent): Promise<MailFailure | null> {
    const { customerId } = event;
    const { userId, invitation } = state;
    if (!state.details) return 'address_refused';
    // The mail is in the inviter's language, because the language of the invited user is not known yet.
    const inviter = await onBehalfOf(this.access, event);
    const { link, expiresAt } = this.links.linkFor({ customerId, userId, invitation }, Date.now());
    const mail = invitationMail({
      id: event.id,
      language: inviter.language,
      to: { name: state.details.displayName, address: state.details.email },
      inviter: inviter.name,
      organisation: inviter.organisation,
      link,
      days: expiresAt === null ? null : INVITATION_DAYS,
    });
    try {
      await this.mailer.send(mail);
      return null;
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error;
      this.logger.warn(`Invitation ${event.id} was not sent. ${error.message}`);
      return error.reason;
    }
  }
}
