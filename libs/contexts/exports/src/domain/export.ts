import type { DataOf, ExportEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, type Decider } from '@parley/event-sourcing/decider/decider';

export type ExportCommand =
  | { type: 'Request'; request: DataOf<'ExportRequested'> }
  | { type: 'IssueLink'; validUntil: string }
  | { type: 'Delete' };

export interface ExportState {
  isRequested: boolean;
  isDeleted: boolean;
}

/** The requests, links and deletion of an export, for the audit. Its rows are not recorded. */
export const exported: Decider<ExportCommand, ExportState, ExportEvent> = {
  initialState: { isRequested: false, isDeleted: false },

  decide(command, { isRequested, isDeleted }) {
    if (command.type === 'Request')
      return isRequested ? [] : [{ type: 'ExportRequested', data: command.request }];
    if (!isRequested) throw new NotFound();
    if (command.type === 'Delete') return isDeleted ? [] : [{ type: 'ExportDeleted', data: {} }];
    if (isDeleted) throw new NotFound();
    return [{ type: 'ExportLinkIssued', data: { validUntil: command.validUntil } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ExportRequested':
        return { ...state, isRequested: true };
      case 'ExportDeleted':
        return { ...state, isDeleted: true };
      case 'ExportLinkIssued':
        return state;
    }
  },
};

export class ToExport extends commandTo(exported, 'export') {}
