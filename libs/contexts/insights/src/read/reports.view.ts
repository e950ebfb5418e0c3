import { idOf, type InsightReportEvent, type RecordedEvent } from '@parley/contracts/events';
import { DueChanges, dueDdl } from '@parley/event-sourcing/due/due';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';

/** Scheduled command that sends a report. */
export const REPORT = 'report';

/** Mailed dashboards with their owners and the time of the next mail. */
export const reportsView: View = {
  name: 'reports',
  prefixes: ['insightReport-'],
  ddl: `${dueDdl}
    create table report (
      id uuid primary key,
      customer_id uuid not null,
      owner_id uuid not null,
      every text not null,
      graphs jsonb,
      filters jsonb not null,
      next_at timestamptz not null
    );
    create index report_by_owner on report (customer_id, owner_id);
  `,

  async project(events, tx) {
    const due = new DueChanges();
    for (const recorded of events) {
      const event = recorded as RecordedEvent & InsightReportEvent;
      const { stream, customerId } = event;
      const id = idOf(stream);
      switch (event.type) {
        case 'InsightReportSwitchedOn': {
          const { ownerId: owner_id, every, graphs, filters, nextAt: next_at } = event.data;
          const row = { id, customer_id: customerId, owner_id, every, graphs, filters, next_at };
          await upsert(tx, 'report', ['id'], [row]);
          due.set({ stream, command: REPORT, at: next_at, customerId });
          break;
        }
        case 'InsightReportSwitchedOff':
          await tx.query('delete from report where id = $1', [id]);
          due.settle(stream, REPORT);
          break;
        case 'InsightReportFellDue':
        case 'InsightReportPutOff': {
          const { nextAt: at } = event.data;
          await tx.query('update report set next_at = $2 where id = $1', [id, at]);
          due.set({ stream, command: REPORT, at, customerId });
          break;
        }
      }
    }
    await due.save(tx);
    return [];
  },
};
