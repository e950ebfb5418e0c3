import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { ExportParts } from './export-parts';
import { ExportStore } from './export-store';

/**
 * Once somebody is erased, every file of their organisation that may hold them goes, whoever else is in it. Run again,
 * the export comes without them.
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
