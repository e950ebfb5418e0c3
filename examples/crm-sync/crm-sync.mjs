#!/usr/bin/env node
// Synchronises a CRM with Parley; needs only Node. Contacts of Parley become people of the CRM, each message becomes an
// activity there, and changes of orders in the CRM go back to Parley as events.
//
//   PARLEY_URL=https://parley.example PARLEY_KEY=parley_… CRM_URL=https://crm.example node crm-sync.mjs
//
// The key needs events:read, events:write, contacts:read and inbox:read. After a restart, the script continues behind
// the last event that it handled, whose position is in the file CRM_SYNC_STATE.
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
const MAX_PAUSE_MS = 60_000;

/** Requests JSON. While the server is busy, waits for the time in its response and retries. */
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
    await pause(Math.min(MAX_PAUSE_MS, asked || PAUSE_MS * 2 ** Math.min(tries, 6)));
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const parley = (method, path, body, key) =>
  ask(method, `${PARLEY_URL}/api/v3${path}`, {
    body,
    headers: { authorization: `Bearer ${PARLEY_KEY}`, ...(key && { 'idempotency-key': key }) },
  });
const crm = (method, path, body) => ask(method, `${CRM_URL}${path}`, { body });

/** Sends one event to the CRM. Each call names its object by an id of Parley, so that it may be repeated safely. */
async function take({ id, type, timestamp, data }) {
  const person = `/people/${data.contactId}`;
  if (type === 'contact::erased') return crm('DELETE', person);
  if (type.startsWith('contact::')) {
    // The event contains only the changes, so the current contact is fetched.
    const contact = await parley('GET', `/contacts/${data.contactId}?fields=name,phone,email,company`);
    return contact && crm('PUT', person, contact);
  }
  const direction = type === 'message::received' ? 'in' : 'out';
  const text = data.content?.text ?? `(${data.contentType})`;
  return crm('PUT', `${person}/activities/${id}`, { direction, text, at: timestamp, chatId: data.chatId });
}

/** Reports orders that changed in the CRM as events in Parley. */
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

/** Replaces the file atomically: a crash leaves the previous state. */
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
