import type { ExportEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { exported } from './export';

const request = { kind: 'contacts', format: 'csv', from: null, to: null };
const requested: ExportEvent = { type: 'ExportRequested', data: request };
const deleted: ExportEvent = { type: 'ExportDeleted', data: {} };
const link = { type: 'IssueLink', validUntil: '2026-06-02T10:12:00.000Z' } as const;

it('an export is recorded once when the request is repeated', () => {
  expect(given(exported, []).when({ type: 'Request', request })).toEqual([requested]);
  expect(given(exported, [requested]).when({ type: 'Request', request })).toEqual([]);
});

it('each link of an export is recorded with the end of its validity', () => {
  const issued = { type: 'ExportLinkIssued', data: { validUntil: link.validUntil } };
  expect(given(exported, [requested]).when(link)).toEqual([issued]);
});

it('an export is deleted once, and gives no links afterwards', () => {
  expect(given(exported, [requested]).when({ type: 'Delete' })).toEqual([deleted]);
  expect(given(exported, [requested, deleted]).when({ type: 'Delete' })).toEqual([]);
  expect(() => given(exported, [requested, deleted]).when(link)).toThrow('not_found');
});

it('an export that was never requested is not found', () => {
  expect(() => given(exported, []).when(link)).toThrow('not_found');
  expect(() => given(exported, []).when({ type: 'Delete' })).toThrow('not_found');
});
