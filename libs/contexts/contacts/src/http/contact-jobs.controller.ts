import { Body, Controller, Post } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ContactBulkAction } from '@parley/contracts/api/contacts';
import { ContactErasureRequest, ContactJobRequest } from '@parley/contracts/api/contacts.requests';
import type { Job } from '@parley/contracts/api/jobs';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactJobs } from '../bulk/contact-jobs';
import { ContactQueries } from '../read/contacts.queries';
import { selectionOf } from './contacts-query';

/** Changes many contacts at once, as jobs (`api/v3/jobs`). */
@Controller('api/v3')
export class ContactJobsController {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly jobs: ContactJobs,
  ) {}

  @Post('contact-jobs')
  @Requires('contactJobs:create')
  async change(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { action, ...asked }: ContactJobRequest,
  ): Promise<Job> {
    const { labelId } = action;
    const label = labelId === undefined ? null : await this.contacts.idsOfLabel(me.customerId, labelId);
    if ((action.type === 'label' || action.type === 'unlabel') && !label)
      throw new CodedError('invalid_input', 'action.labelId');
    const { viewer } = await this.contacts.viewerAt(me);
    const begun = { id, ip: me.ip, selection: selectionOf(asked) };
    return this.jobs.change(viewer, { ...begun, action: action as ContactBulkAction, label });
  }

  /** Permanently erases contacts: their data, their messages and the messages sent to them. */
  @Post('contact-erasures')
  @Requires('contactErasures:create')
  async erase(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() asked: ContactErasureRequest,
  ): Promise<Job> {
    const { viewer } = await this.contacts.viewerAt(me);
    return this.jobs.erase(viewer, { id, ip: me.ip, selection: selectionOf(asked) });
  }
}
