import type { TemplatesListed } from '@parley/contracts/channels/templates';
import {
  emptyTemplate,
  examplesIn,
  variablesIn,
  type ReviewedStatus,
  type TemplateButton,
  type TemplateContent,
  type TemplateHeader,
  type ListedTemplate,
} from '@parley/contracts/events';
import type { Connection, TemplateApi, TemplateSample } from '../adapter';
import { bodyOf, type Answer } from '../http';
import { identifier, known, list, oneLine, record, text, type Json } from '../json';
import { categoryOf, qualityOf, reasonOf } from '../whatsapp-cloud/template-components';
import { refusalOf, removed, taken, unavailable } from '../whatsapp-cloud/templates';
import { ask, authorization, workspaceUrl } from './bird-api';

const TIMEOUT_MS = 15_000;
const MAX_PROJECTS = 100;
const AT_ONCE = 8;

const statuses: Record<string, ReviewedStatus> = {
  draft: 'pending',
  pending: 'pending',
  submitted: 'pending',
  active: 'approved',
  approved: 'approved',
  rejected: 'rejected',
  paused: 'paused',
  inactive: 'disabled',
  disabled: 'disabled',
};

/**
 * Templates of a workspace through Bird's Touchpoints API. Each is a project with a channel template, which WhatsApp
 * reviews once it is activated. A message refers to a template by the id of its project.
 */
export const birdTemplates: TemplateApi = {
  async list(connection): Promise<TemplatesListed> {
    const query = new URLSearchParams({ type: 'channelTemplate', limit: String(MAX_PROJECTS) });
    const answer = await get(connection, 'projects', query);
    if (answer.arrived !== true) return unavailable(answer.detail);
    const body = await bodyOf(answer.response);
    if (!answer.response.ok) return refusalOf(answer.response, body);
    const ids = list(body.results).flatMap((project) => identifier(record(project).id) ?? []);
    const found: ListedTemplate[] = [];
    for (let index = 0; index < ids.length; index += AT_ONCE) {
      const some = ids.slice(index, index + AT_ONCE);
      const answers = await Promise.all(some.map((id) => templatesOf(id, connection)));
      for (const each of answers) {
        if ('outcome' in each) return each;
        found.push(...each);
      }
    }
    return { outcome: 'listed', templates: found };
  },

  async submit(template, connection, sample) {
    if (template.externalId) {
      return { outcome: 'refused', code: 'template_edit_unsupported', detail: null };
    }
    const groups = await get(connection, 'channel-groups', new URLSearchParams({ platformId: 'whatsapp' }));
    if (groups.arrived !== true) return unavailable(groups.detail);
    const group = identifier(record(list((await bodyOf(groups.response)).results)[0]).id);
    if (!group) return { outcome: 'refused', code: 'template_without_channel', detail: null };
    const project = await taken(
      await post(connection, ['projects'], { type: 'channelTemplate', name: template.name }),
    );
    if (project.outcome !== 'taken') return project;
    const { externalId } = project;
    const mediaUrl = sample && (await sample.link());
    const body = written({ ...template, group, mediaUrl, sample });
    const made = await taken(await post(connection, ['projects', externalId, 'channel-templates'], body));
    if (made.outcome !== 'taken') return made;
    const place = ['projects', externalId, 'channel-templates', made.externalId, 'activate'];
    const activated = await taken(await put(connection, place), externalId);
    return activated.outcome === 'taken' ? project : activated;
  },

  async remove({ externalId }, connection) {
    const request = { method: 'DELETE', headers: authorization(connection) };
    return removed(
      await ask(connection, workspaceUrl(connection, 'projects', externalId), request, TIMEOUT_MS),
    );
  },
};

async function templatesOf(projectId: string, connection: Connection) {
  const answer = await get(connection, `projects/${projectId}`, null);
  if (answer.arrived !== true) return unavailable(answer.detail);
  const body = await bodyOf(answer.response);
  if (!answer.response.ok) return refusalOf(answer.response, body);
  return list(body.results).flatMap((each) => readTemplate(record(each), projectId) ?? []);
}

/** Each language of a channel template is one template in Parley. */
function readTemplate(template: Json, projectId: string): ListedTemplate[] {
  const deployed = new Map(
    list(template.deployments).map((each) => [record(each).key, oneLine(record(each).value)]),
  );
  const name = deployed.get('whatsappTemplateName');
  const category = categoryOf(deployed.get('whatsappCategory'));
  if (!name || !category) return [];
  return list(template.platformContent)
    .map(record)
    .flatMap((content) => {
      const language = text(content.locale, 16)?.replace('-', '_');
      const approval = record(list(content.approvals)[0]);
      const status = statuses[(text(approval.status, 32) ?? text(template.status, 32) ?? '').toLowerCase()];
      if (!language || !status) return [];
      const quality = qualityOf(record(template.platformInfo).qualityRating);
      const reason = reasonOf(approval.reason);
      const read = readBlocks(list(content.blocks).map(record), list(template.variables).map(record));
      return [{ externalId: projectId, name, language, category, status, quality, reason, content: read }];
    });
}

function readBlocks(blocks: Json[], variables: Json[]): TemplateContent {
  const content: TemplateContent = { ...emptyTemplate, buttons: [], examples: [] };
  for (const block of blocks) {
    const said = text(record(block.text).text, 4_000) ?? '';
    if (block.role === 'header') content.header = readHeader(block, said);
    else if (block.role === 'body') content.body = said;
    else if (block.role === 'footer') content.footer = said;
    else {
      const button = readButton(block);
      if (button) content.buttons.push(button);
    }
  }
  const examples = new Map(
    variables.map(({ key, examples: given }) => [text(key, 100), text(list(given)[0], 1_024)]),
  );
  for (const variable of variablesIn(content.body)) {
    const example = examples.get(variable);
    if (example) content.examples.push({ slot: `body.${variable}`, text: example });
  }
  return content;
}

function readHeader({ type, file }: Json, said: string): TemplateHeader {
  if (type === 'text') return { format: 'text', text: said };
  if (type === 'image') return { format: 'image', text: '' };
  const isVideo = text(record(file).contentType, 100)?.startsWith('video/');
  return { format: isVideo ? 'video' : 'document', text: '' };
}

function readButton(block: Json): TemplateButton | null {
  const type = text(block.type, 40) ?? '';
  const said = record(block[type]);
  const label = oneLine(said.text, 200) ?? '';
  if (type === 'reply-action') return { type: 'quick-reply', text: label, target: '' };
  if (type === 'link-action') return { type: 'url', text: label, target: text(said.url, 2_000) ?? '' };
  if (type === 'call-phone-number-action') {
    return { type: 'phone', text: label, target: oneLine(said.phoneNumber, 50) ?? '' };
  }
  return null;
}

interface Written {
  name: string;
  language: string;
  category: string;
  content: TemplateContent;
  group: string;
  mediaUrl: string | null;
  sample: TemplateSample | null;
}

function written({ name, language, category, content, group, mediaUrl, sample }: Written): Json {
  const { header, body, footer, buttons } = content;
  const byKey = examplesIn(content);
  const words = (role: string, said: string) => ({ type: 'text', role, text: { text: said } });
  const blocks: Json[] = [
    ...(header?.format === 'text' ? [words('header', header.text)] : []),
    ...(header?.format === 'image' ? [{ type: 'image', role: 'header', image: { mediaUrl } }] : []),
    ...(header && sample && header.format !== 'image' && header.format !== 'text'
      ? [{ type: 'file', role: 'header', file: { mediaUrl, contentType: sample.contentType } }]
      : []),
    words('body', body),
    ...(footer ? [words('footer', footer)] : []),
    ...buttons.flatMap(({ type, text: label, target }): Json[] => {
      if (type === 'quick-reply') return [{ type: 'reply-action', 'reply-action': { text: label } }];
      if (type === 'url') return [{ type: 'link-action', 'link-action': { text: label, url: target } }];
      if (type !== 'phone') return [];
      const call = { text: label, phoneNumber: target };
      return [{ type: 'call-phone-number-action', 'call-phone-number-action': call }];
    }),
  ];
  const locale = language.replace('_', '-');
  return {
    defaultLocale: locale,
    genericContent: [],
    platformContent: [{ platform: 'whatsapp', locale, type: 'text', channelGroupIds: [group], blocks }],
    deployments: [
      { key: 'whatsappTemplateName', platform: 'whatsapp', value: name },
      { key: 'whatsappCategory', platform: 'whatsapp', value: category.toUpperCase() },
    ],
    variables: variablesIn(body).map((key) =>
      known({ type: 'string', format: '', key, examples: [byKey[`body.${key}`] ?? ''] }),
    ),
  };
}

function get(connection: Connection, what: string, query: URLSearchParams | null): Promise<Answer> {
  const [collection = '', id] = what.split('/');
  const url = id
    ? workspaceUrl(connection, collection, id, 'channel-templates')
    : workspaceUrl(connection, collection);
  const asked = query ? `${url}?${query.toString()}` : url;
  return ask(connection, asked, { headers: authorization(connection) }, TIMEOUT_MS);
}

function post(connection: Connection, place: string[], body: Json): Promise<Answer> {
  const headers = { ...authorization(connection), 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  return ask(connection, workspaceUrl(connection, ...place), request, TIMEOUT_MS);
}

function put(connection: Connection, place: string[]): Promise<Answer> {
  const request = { method: 'PUT', headers: authorization(connection) };
  return ask(connection, workspaceUrl(connection, ...place), request, TIMEOUT_MS);
}
