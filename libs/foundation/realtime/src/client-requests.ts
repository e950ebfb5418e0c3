import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { defaultViews, type ClientEvent, type Look } from '@parley/contracts/push/index';

/** A thread to follow, with the cursor after which the client needs its changes. */
export interface Following {
  /** Name of the thread's view. */
  view: string;
  chatId: string;
  position: string;
}

export type Looking = Required<Look>;

export interface Cursors {
  lists: { view: string; position: string }[];
  threads: Following[];
}

const MAX_ROOMS = 5;

/**
 * Validates the cursors in a client's request. Like all functions here, throws CodedError `invalid_input` if the
 * request is invalid.
 */
export function readCursors(body: unknown, views: LiveView[]): Cursors {
  const given = object(body);
  const lists = views.filter(({ view }) => given[view] !== undefined);
  const threads = views.flatMap(({ thread }) =>
    thread && given[thread.view] !== undefined ? thread.view : [],
  );
  return {
    lists: lists.map(({ view }) => ({ view, position: cursor(given[view]) })),
    threads: threads.map((view) => following(given[view], view)),
  };
}

/** @returns the thread to follow; if `chatId` is null, the view whose thread the client stops following */
export function readFollowing(body: unknown): Following | { view: string; chatId: null } {
  if (body === null) return { view: defaultViews.thread, chatId: null };
  const { view = defaultViews.thread, chatId } = object(body);
  return chatId === null ? { view: text(view, 64, 'view'), chatId } : following(body, view);
}

export function readLooking(body: unknown): Looking | null {
  if (body === null) return null;
  const { view = defaultViews.list, chatId, isTyping } = object(body);
  if (typeof isTyping !== 'boolean') throw invalid('isTyping');
  return { view: text(view, 64, 'view'), chatId: chatIdIn(chatId), isTyping };
}

export function readClientEvent(body: unknown): ClientEvent {
  const { event, iv, rooms, data } = object(body);
  if (!Array.isArray(rooms) || rooms.length === 0 || rooms.length > MAX_ROOMS) throw invalid('rooms');
  return {
    event: text(event, 64, 'event'),
    iv: text(iv, 64, 'iv'),
    rooms: [...new Set(rooms.map((room) => text(room, 64, 'rooms')))],
    data: text(data, 16_384, 'data'),
  };
}

function following(value: unknown, view: unknown): Following {
  const { chatId, position } = object(value);
  return { view: text(view, 64, 'view'), chatId: chatIdIn(chatId), position: cursor(position) };
}

/** @throws CodedError `not_found` if the value is no id */
function chatIdIn(value: unknown): string {
  if (typeof value !== 'string' || !isUuid(value)) throw new CodedError('not_found');
  return value.toLowerCase();
}

function cursor(value: unknown): string {
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value)) throw invalid('position');
  return value;
}

function text(value: unknown, longest: number, field: string): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > longest) throw invalid(field);
  return value;
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('body');
  return value as Record<string, unknown>;
}

function invalid(field: string): CodedError {
  return new CodedError('invalid_input', field);
}
