import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ClientEvent, Look } from '@parley/contracts/push/index';

export interface Thread {
  chatId: string;
  position: string;
}

export interface Cursors {
  inbox?: string;
  transcript?: Thread;
}

const MOST_ROOMS = 5;

/** What a client sends is anything at all until it is read here. Each throws CodedError `invalid_input`. */
export function readCursors(body: unknown): Cursors {
  const { inbox, transcript } = object(body);
  return {
    inbox: inbox === undefined ? undefined : cursor(inbox),
    transcript: transcript === undefined ? undefined : thread(transcript),
  };
}

export function readThread(body: unknown): Thread | null {
  return body === null ? null : thread(body);
}

export function readLook(body: unknown): Look | null {
  if (body === null) return null;
  const { chatId, isTyping } = object(body);
  if (typeof isTyping !== 'boolean') throw invalid('isTyping');
  return { chatId: chatIdIn(chatId), isTyping };
}

export function readClientEvent(body: unknown): ClientEvent {
  const { event, iv, rooms, data } = object(body);
  if (!Array.isArray(rooms) || rooms.length === 0 || rooms.length > MOST_ROOMS) throw invalid('rooms');
  return {
    event: text(event, 64, 'event'),
    iv: text(iv, 64, 'iv'),
    rooms: [...new Set(rooms.map((room) => text(room, 64, 'rooms')))],
    data: text(data, 16_384, 'data'),
  };
}

function thread(value: unknown): Thread {
  const { chatId, position } = object(value);
  return { chatId: chatIdIn(chatId), position: cursor(position) };
}

/** Something that is no id names nothing that is there. */
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
