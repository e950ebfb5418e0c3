import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SubmittedTemplate } from '@parley/contracts/channels/templates';
import { emptyTemplate, examplesOf } from '@parley/contracts/events';
import { BirdDouble } from '@parley/doubles/bird/bird-double';
import { DialogDouble } from '@parley/doubles/360dialog/dialog-double';
import { graphDouble } from '@parley/doubles/graph/graph-double';
import type { Connection, TemplateApi } from '../adapter';
import { dialogTemplates } from '../360dialog/templates';
import { birdTemplates } from '../bird/templates';
import { record, type Json } from '../json';
import { parseWebhook } from './parse-webhook';
import { readComponents, readTemplate, writeComponents } from './template-components';
import { cloudTemplates } from './templates';

const template: SubmittedTemplate = {
  name: 'order_update',
  language: 'en',
  category: 'utility',
  externalId: null,
  attachment: null,
  content: {
    ...emptyTemplate,
    body: 'Hi {{1}}, your order {{2}} is ready.',
    footer: 'Harbour Bikes',
    examples: examplesOf({ 'body.1': 'Ana', 'body.2': '4711' }),
  },
};

const fixture = (name: string): Json =>
  JSON.parse(readFileSync(join(__dirname, 'fixtures', `${name}.json`), 'utf8')) as Json;

interface Side {
  api: TemplateApi;
  connection: Connection;
  close: () => Promise<void>;
}

const sides: Record<string, () => Promise<Side>> = {
  'Cloud API': async () => {
    const { url, close } = await graphDouble({ appSecret: 'secret', accessToken: 'token' }).listen();
    const secrets = { 'access-token': 'token' };
    const connection = { apiBaseUrl: url, providerAccountId: '106', businessAccountId: '102', secrets };
    return { api: cloudTemplates, connection, close };
  },
  '360dialog': async () => {
    const { url, close } = await new DialogDouble({ apiKey: 'key', phoneNumberId: '106' }).listen();
    const secrets = { 'api-key': 'key' };
    const connection = { apiBaseUrl: url, providerAccountId: '106', businessAccountId: null, secrets };
    return { api: dialogTemplates, connection, close };
  },
  Bird: async () => {
    const account = { workspaceId: 'w', channelId: 'c' };
    const double = new BirdDouble({ accessKey: 'key', signingKey: 'word', ...account });
    const { url, close } = await double.listen();
    const connection = {
      ...{ apiBaseUrl: url, providerAccountId: 'c', businessAccountId: 'w' },
      secrets: { 'access-key': 'key' },
    };
    return { api: birdTemplates, connection, close };
  },
};

describe.each(Object.entries(sides))('Templates over %s', (_, open) => {
  let side: Side;
  beforeEach(async () => (side = await open()));
  afterEach(() => side.close());

  it('submits a template, lists it as submitted, and deletes it', async () => {
    const { api, connection } = side;
    const submitted = await api.submit(template, connection, null);
    expect(submitted).toMatchObject({ outcome: 'taken' });
    const { externalId } = submitted as { externalId: string };
    const listed = await api.list(connection);
    const { name, language, category, content } = template;
    expect(listed).toMatchObject({
      outcome: 'listed',
      templates: [{ externalId, name, language, category, content }],
    });
    const named = { name, language, externalId };
    expect(await api.remove(named, connection)).toEqual({ outcome: 'removed' });
    expect(await api.list(connection)).toEqual({ outcome: 'listed', templates: [] });
  });

  it('reports a refusal of every template request if the key is wrong', async () => {
    const wrong = { ...side.connection, secrets: {} };
    expect(await side.api.list(wrong)).toMatchObject({
      outcome: 'refused',
      code: 'provider_token_refused',
    });
  });

  it('reports templates as unavailable if the provider is unreachable', async () => {
    await side.close();
    expect(await side.api.list(side.connection)).toMatchObject({ code: 'provider_unavailable' });
    side = await open();
  });
});

describe('Meta’s templates', () => {
  let graph: ReturnType<typeof graphDouble>;
  let connection: Connection;
  let close: () => Promise<void>;
  beforeEach(async () => {
    graph = graphDouble({ appSecret: 'secret' });
    const server = await graph.listen();
    close = server.close;
    const secrets = { 'access-token': 'token' };
    connection = { apiBaseUrl: server.url, providerAccountId: '106', businessAccountId: '102', secrets };
  });
  afterEach(() => close());

  it('reports Meta’s text for a refused template, and an own code if the name is in use', async () => {
    const refused = await cloudTemplates.submit({ ...template, name: 'refuse' }, connection, null);
    expect(refused).toEqual({
      outcome: 'refused',
      code: 'template_refused',
      detail: 'The message body is not formatted correctly.',
    });
    await cloudTemplates.submit(template, connection, null);
    expect(await cloudTemplates.submit(template, connection, null)).toMatchObject({
      code: 'template_name_taken',
    });
  });

  it('submits a template with a sample file for the header, and edits a template by its id', async () => {
    const sample = {
      ...{ contentType: 'image/png', fileName: 'a.png', size: 4 },
      read: () => Promise.resolve(Buffer.from('file')),
      link: () => Promise.resolve(''),
    };
    const picture = { ...template, content: { ...template.content, header: { format: 'image', text: '' } } };
    const { externalId } = (await cloudTemplates.submit(
      picture as SubmittedTemplate,
      connection,
      sample,
    )) as { externalId: string };
    const [shelved] = graph.shelves.get('102')!.templates;
    expect(shelved?.components[0]).toEqual({
      type: 'HEADER',
      format: 'IMAGE',
      example: { header_handle: ['4::c2FtcGxl'] },
    });
    const edited = { ...template, externalId, category: 'marketing' } as const;
    expect(await cloudTemplates.submit(edited, connection, null)).toEqual({ outcome: 'taken', externalId });
    expect(graph.shelves.get('102')?.templates).toMatchObject([{ id: externalId, category: 'MARKETING' }]);
  });

  it('lists the templates of several pages', async () => {
    for (let index = 0; index < 101; index++) {
      await cloudTemplates.submit({ ...template, name: `order_${index}` }, connection, null);
    }
    const listed = await cloudTemplates.list(connection);
    expect(listed.outcome === 'listed' && listed.templates.length).toBe(101);
  });
});

test.each(['api_templates_list', 'api_templates_list_paged'])('reads %s completely', (name) => {
  const templates = fixture(name).data as Json[];
  const read = templates.map((each) => readTemplate(each));
  const known = templates.filter(({ category }) => /UTILITY|MARKETING|AUTHENTICATION/.test(String(category)));
  expect(read.filter((each) => each !== null).map(({ name: called }) => called)).toEqual(
    known.map(({ name: called }) => called),
  );
});

test.each([
  'api_template_create_marketing',
  'api_template_create_phone_button',
  'api_template_create_quick_reply',
  'api_template_create_url_button',
  'api_template_create_image_header',
])('writes the template that it read from %s unchanged', (name) => {
  const created = fixture(name);
  const components = (created.components as Json[]).map(record);
  const content = readComponents(components);
  const handle = components.find(({ type }) => type === 'HEADER')?.example as
    { header_handle?: string[] } | undefined;
  const written = writeComponents(
    { name: 'a', language: 'en', category: 'marketing', content },
    handle?.header_handle?.[0] ?? null,
  );
  expect(readComponents(written)).toEqual(content);
  expect(written.map(({ type }) => type).sort()).toEqual(components.map(({ type }) => type).sort());
});

test.each([
  [
    'template_status_rejected',
    {
      says: 'status',
      status: 'rejected',
      reason: 'INVALID_FORMAT',
      advice: expect.stringMatching(/placed next to each other.*Separate parameters/s) as string,
    },
  ],
  ['template_status_rejected_scam', { says: 'status', status: 'rejected', reason: 'SCAM', advice: null }],
  ['template_category_update', { says: 'category', category: 'marketing' }],
  ['template_quality_update', { says: 'quality', quality: 'medium' }],
])('parses %s as news about a template', (name, news) => {
  const body = readFileSync(join(__dirname, 'fixtures', `${name}.json`));
  expect(parseWebhook(body, '2026-11-21T09:00:00.000Z')).toEqual([
    expect.objectContaining({
      kind: 'template',
      template: expect.objectContaining({ news }) as object,
    }),
  ]);
});
