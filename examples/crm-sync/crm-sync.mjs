#!/usr/bin/env node
// Keeps a CRM and Parley in step, on Node alone: contacts of Parley become people of the CRM, each message becomes an
// activity there, and what the CRM says of an order goes back to Parley as an event.
//
//   PARLEY_URL=https://parley.example PARLEY_KEY=parley_… CRM_URL=https://crm.example node crm-sync.mjs
//
// The key needs events:read, events:write, contacts:read and inbox:read. Where it stopped it goes on: the position of the
// last event is kept in the file CRM_SYNC_STATE.
import { readFile, rename, writeFile } from 'node:fs/promises';

const { PARLEY_URL, PARLEY_KEY, CRM_URL, CRM_SYNC_STATE = 'crm-sync.json', CRM_SYNC_ONCE } = process.env;
if (!PARLEY_URL || !PARLEY_KEY || !CRM_URL) throw new Error('PARLEY_URL, PARLEY_KEY and CRM_URL are needed.');

const TYPES = [
  'contact::created',
  'contact::updated',
  'contact::erased',
  'message::received',
  'message::queued',
];
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** An answer as JSON, once there is one: whoever is busy is asked again when they say. */
async function ask(method, address, { body, headers = {} } = {}) {
  for (let tries = 0; ; tries++) {
    const response = await fetch(address, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    }).catch((error) => ({
      ok: false,
      status: 503,
      headers: { get: () => null },
      text: async () => String(error),
    }));
    const text = await response.text();
    if (response.ok) return text ? JSON.parse(text) : null;
    if (response.status === 404) return null;
    const mayHelp = response.status === 429 || response.status >= 500;
    if (!mayHelp) throw new Error(`${method} ${address}: ${response.status} ${text}`);
    const asked = Number(response.headers.get('retry-after')) * 1000;
    await pause(Math.min(LONGEST_PAUSE_MS, asked || PAUSE_MS * 2 ** Math.min(tries, 6)));
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const parley = (method, path, body, key) =>
  ask(method, `${PARLEY_URL}/api/v3${path}`, {
    body,
    headers: { authorization: `Bearer ${PARLEY_KEY}`, ...(key && { 'idempotency-key': key }) },
  });
const crm = (method, path, body) => ask(method, `${CRM_URL}${path}`, { body });

/** What the CRM is to know of one event. Each call may be made twice: it names what it is about by an id of Parley's. */
async function take({ id, type, timestamp, data }) {
  const person = `/people/${data.contactId}`;
  if (type === 'contact::erased') return crm('DELETE', person);
  if (type.startsWith('contact::')) {
    // The event tells what changed; the person is asked for as they are by now.
    const contact = await parley('GET', `/contacts/${data.contactId}?fields=name,phone,email,company`);
    return contact && crm('PUT', person, contact);
  }
  const direction = type === 'message::received' ? 'in' : 'out';
  const text = data.content?.text ?? `(${data.contentType})`;
  return crm('PUT', `${person}/activities/${id}`, { direction, text, at: timestamp, chatId: data.chatId });
}

/** What changed in the CRM since it was last asked, as events in Parley. */
async function giveBack() {
  const { orders = [] } = (await crm('GET', '/orders/changed')) ?? {};
  for (const { id, status, personId } of orders) {
    const event = {
      name: `order::${status}`,
      actor: { reference: 'crm' },
      target: { reference: personId, entityType: 'contact' },
    };
    await parley('POST', '/events', event, `order-${id}-${status}`);
    await crm('POST', `/orders/${id}/told`, { status });
  }
}

async function readState() {
  try {
    return JSON.parse(await readFile(CRM_SYNC_STATE, 'utf8'));
  } catch {
    return { after: '' };
  }
}

/** Whole or not at all: a crash leaves the state before. */
async function keepState(state) {
  await writeFile(`${CRM_SYNC_STATE}.new`, JSON.stringify(state));
  await rename(`${CRM_SYNC_STATE}.new`, CRM_SYNC_STATE);
}

let { after } = await readState();
for (;;) {
  const query = `types=${TYPES.join(',')}&limit=100${after && `&after=${after}`}`;
  const { data, next, hasMore } = await parley('GET', `/events?${query}`);
  for (const event of data) await take(event);
  after = next;
  await keepState({ after });
  if (hasMore) continue;
  await giveBack();
  if (CRM_SYNC_ONCE) break;
  await pause(PAUSE_MS);
}
