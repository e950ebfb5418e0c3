import type { ExportEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { exported } from './export';

const request = { kind: 'contacts', format: 'csv', from: null, to: null };
const requested: ExportEvent = { type: 'ExportRequested', data: request };
const deleted: ExportEvent = { type: 'ExportDeleted', data: {} };
const link = { type: 'IssueLink', validUntil: '2026-06-02T10:12:00.000Z' } as const;

it('is asked for once, however often the request is repeated', () => {
  expect(given(exported, []).when({ type: 'Request', request })).toEqual([requested]);
  expect(given(exported, [requested]).when({ type: 'Request', request })).toEqual([]);
});

it('says of each link until when it opens the file', () => {
  const issued = { type: 'ExportLinkIssued', data: { validUntil: link.validUntil } };
  expect(given(exported, [requested]).when(link)).toEqual([issued]);
});

it('is deleted once, and gives no link then', () => {
  expect(given(exported, [requested]).when({ type: 'Delete' })).toEqual([deleted]);
  expect(given(exported, [requested, deleted]).when({ type: 'Delete' })).toEqual([]);
  expect(() => given(exported, [requested, deleted]).when(link)).toThrow('not_found');
});

it('that nobody asked for is not there', () => {
  expect(() => given(exported, []).when(link)).toThrow('not_found');
  expect(() => given(exported, []).when({ type: 'Delete' })).toThrow('not_found');
});
