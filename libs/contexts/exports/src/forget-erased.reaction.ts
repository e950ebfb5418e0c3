import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { ExportParts } from './export-parts';
import { ExportStore } from './export-store';

/**
 * Deletes every file that may contain an erased contact, even if it contains others. An export that is run again
 * leaves the contact out.
 */
@Injectable()
export class ForgetErasedInExports implements Reaction {
  readonly name = 'forget-erased-in-exports';
  readonly prefixes = ['contact-'];
  readonly types = ['ContactErased'];

  constructor(
    private readonly exports: ExportStore,
    private readonly parts: ExportParts,
  ) {}

  async react({ customerId, time }: RecordedEvent): Promise<void> {
    for (const id of await this.exports.endThoseOfPeople(customerId, time)) await this.parts.remove(id);
  }
}
