import { Injectable } from '@nestjs/common';
import { CONTACT_CHANGES, CONTACT_ERASURE, type ContactBulkAction } from '@parley/contracts/api/contacts';
import type { Job } from '@parley/contracts/api/jobs';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { ContactViewer } from '@parley/access-rules/viewer';
import { Jobs } from '@parley/jobs/jobs';
import { selectedSql, type ContactSelection } from '../read/contact-list.queries';

/**
 * Parameters of a job. `hasContactsModule`: whether the user who began the job has the contacts module, which lets
 * them see imported contacts.
 */
export interface ContactJobParams {
  hasContactsModule: boolean;
}

export interface ContactChangesParams extends ContactJobParams {
  action: ContactBulkAction;
  /**
   * Ids of the action's label: the label's own id first, then the ids of labels that were merged into it. Null if the
   * action needs no label.
   */
  label: [string, ...string[]] | null;
}

interface Begun {
  id: string;
  selection: ContactSelection;
  ip?: string;
}

/** Begins jobs over many contacts: those that are selected, and visible to the viewer, when the job begins. */
@Injectable()
export class ContactJobs {
  constructor(private readonly jobs: Jobs) {}

  /**
   * Begins a job that changes the selected contacts.
   * @throws Rejected `too_many_jobs`, and the errors of `Jobs.begin`
   */
  change(
    viewer: ContactViewer,
    { action, label, ...begun }: Begun & Pick<ContactChangesParams, 'action' | 'label'>,
  ): Promise<Job> {
    const { hasContactsModule } = viewer;
    const params: ContactChangesParams = { action, label, hasContactsModule };
    return this.begin(CONTACT_CHANGES, viewer, begun, { params, about: { action } });
  }

  /**
   * Begins a job that erases the selected contacts.
   * @throws Rejected `too_many_jobs`, and the errors of `Jobs.begin`
   */
  erase(viewer: ContactViewer, begun: Begun): Promise<Job> {
    const params: ContactJobParams = { hasContactsModule: viewer.hasContactsModule };
    return this.begin(CONTACT_ERASURE, viewer, begun, { params, about: {} });
  }

  private async begin(
    kind: string,
    viewer: ContactViewer,
    { id, selection, ip }: Begun,
    { params, about }: { params: object; about: Record<string, unknown> },
  ): Promise<Job> {
    const { customerId, userId } = viewer;
    const values: unknown[] = [];
    const text = `select k.id::text as key, null::jsonb as payload from contacts.contact k
      where ${selectedSql(viewer, selection, values)} order by k.id`;
    const job = await this.jobs.begin({
      id,
      kind,
      customerId,
      userId,
      ip,
      params,
      about,
      items: { text, values },
    });
    if (!job) throw new Rejected('too_many_jobs');
    return job;
  }
}
