import type {
  SubmittedTemplate,
  TemplateRefusal,
  TemplateRemoved,
  TemplatesListed,
  TemplateSubmitted,
} from '@parley/contracts/channels/templates';
import { variablesIn, type ListedTemplate } from '@parley/contracts/events';
import type { Connection, TemplateApi, TemplateSample } from '../adapter';
import { bodyOf, type Answer } from '../http';
import { identifier, list, number, record, text, type Json } from '../json';
import { ask, bearer, errorIn, graphUrl } from './graph-api';
import { isNamed, readTemplate, writeComponents } from './template-components';

const TIMEOUT_MS = 15_000;
const UPLOAD_TIMEOUT_MS = 60_000;
const PAGE_SIZE = 100;
/** Enough pages for the 6,000 templates that Meta allows per business account. */
const MAX_PAGES = 60;

const FIELDS = 'id,name,language,status,category,components,quality_score,rejected_reason';

const NAME_TAKEN = [2388023, 2388024];
const LIMIT_REACHED = [2388019];

/** Templates of a WhatsApp business account, through Meta's Graph API. */
export const cloudTemplates: TemplateApi = {
  async list(connection): Promise<TemplatesListed> {
    const found: ListedTemplate[] = [];
    let after = '';
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({
        fields: FIELDS,
        limit: String(PAGE_SIZE),
        ...(after && { after }),
      });
      const answer = await ask(
        connection,
        `${templatesUrl(connection)}?${query.toString()}`,
        asking(connection),
        TIMEOUT_MS,
      );
      if (answer.arrived !== true) return unavailable(answer.detail);
      const body = await bodyOf(answer.response);
      if (!answer.response.ok) return refusalOf(answer.response, body);
      found.push(...list(body.data).flatMap((each) => readTemplate(record(each)) ?? []));
      const { cursors, next } = record(body.paging);
      after = text(record(cursors).after, 4_096) ?? '';
      if (!after || !next) break;
    }
    return { outcome: 'listed', templates: found };
  },

  async submit(template, connection, sample): Promise<TemplateSubmitted> {
    const handle = sample ? await uploadSample(sample, connection) : null;
    if (handle && typeof handle === 'object') return handle;
    const { externalId, name, language } = template;
    const written = bodyToSubmit(template, handle);
    const url = externalId ? graphUrl(connection, externalId) : templatesUrl(connection);
    const body = externalId ? written : { name, language, ...written };
    const answer = await ask(connection, url, asking(connection, body), TIMEOUT_MS);
    // The response to an edit contains no id.
    return taken(answer, externalId ?? undefined);
  },

  async remove({ name, externalId }, connection): Promise<TemplateRemoved> {
    const query = new URLSearchParams({ hsm_id: externalId, name });
    const request = { ...asking(connection), method: 'DELETE' };
    const answer = await ask(
      connection,
      `${templatesUrl(connection)}?${query.toString()}`,
      request,
      TIMEOUT_MS,
    );
    return removed(answer);
  },
};

/** The body of a submission to Meta or to a partner, without the name. */
export function bodyToSubmit(template: SubmittedTemplate, handle: string | null): Json {
  const { category, content } = template;
  return {
    category: category.toUpperCase(),
    ...(isNamed(variablesIn(content.body)) && { parameter_format: 'NAMED' }),
    components: writeComponents(template, handle),
  };
}

/**
 * Maps the response to a submission to a result.
 * @param known the template's id, if the response contains none
 */
export async function taken(answer: Answer, known?: string): Promise<TemplateSubmitted> {
  if (answer.arrived === 'maybe') return { outcome: 'unknown' };
  if (!answer.arrived) return unavailable(answer.detail);
  const { response } = answer;
  const body = await bodyOf(response);
  const externalId = identifier(body.id) ?? known;
  if (response.ok && externalId) return { outcome: 'taken', externalId };
  if (response.ok || response.status >= 500) return { outcome: 'unknown' };
  return refusalOf(response, body);
}

/** Maps the response to a deletion to a result. A template that no longer exists counts as removed. */
export async function removed(answer: Answer): Promise<TemplateRemoved> {
  if (answer.arrived === 'maybe') return { outcome: 'unknown' };
  if (!answer.arrived) return unavailable(answer.detail);
  const { response } = answer;
  if (response.ok || response.status === 404) return { outcome: 'removed' };
  if (response.status >= 500) return { outcome: 'unknown' };
  const body = await bodyOf(response);
  return number(record(body.error).error_subcode) === 2593002
    ? { outcome: 'removed' }
    : refusalOf(response, body);
}

export function unavailable(detail: string): TemplateRefusal {
  return { outcome: 'refused', code: 'provider_unavailable', detail };
}

/** Maps an error to a refusal, with Meta's text for people. */
export function refusalOf(response: Response, body: Json): TemplateRefusal {
  const { error_subcode: subcode, error_user_msg: said } = record(body.error);
  const error = errorIn(body);
  const detail =
    text(said, 1_024) ?? error?.detail ?? text(record(body.meta).developer_message, 1_024) ?? null;
  const which = number(subcode) ?? 0;
  const code = NAME_TAKEN.includes(which)
    ? 'template_name_taken'
    : LIMIT_REACHED.includes(which)
      ? 'template_limit_reached'
      : response.status === 401 || error?.code === 190
        ? 'provider_token_refused'
        : response.status >= 500
          ? 'provider_unavailable'
          : 'template_refused';
  return { outcome: 'refused', code, detail };
}

function templatesUrl(connection: Connection): string {
  return graphUrl(connection, connection.businessAccountId ?? '', 'message_templates');
}

function asking(connection: Connection, body?: Json): RequestInit {
  if (!body) return { headers: bearer(connection) };
  const headers = { ...bearer(connection), 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

/**
 * Uploads a sample through the Resumable Upload API and returns its handle: Meta does not accept ids of message files
 * here.
 */
async function uploadSample(
  sample: TemplateSample,
  connection: Connection,
): Promise<string | TemplateRefusal> {
  const { contentType, fileName, size } = sample;
  const query = new URLSearchParams({
    file_name: fileName,
    file_length: String(size),
    file_type: contentType,
  });
  const begun = await ask(
    connection,
    `${graphUrl(connection, 'app', 'uploads')}?${query.toString()}`,
    { method: 'POST', headers: bearer(connection) },
    TIMEOUT_MS,
  );
  if (begun.arrived !== true) return unavailable(begun.detail);
  const session = text((await bodyOf(begun.response)).id, 4_096);
  // The session id becomes a part of the address unescaped, since it contains its signature as a query.
  if (!begun.response.ok || !session || !/^upload:[\w=+.?&%-]+$/.test(session))
    return unavailable(`WhatsApp answered ${begun.response.status}.`);
  const headers = {
    authorization: bearer(connection).authorization.replace('Bearer', 'OAuth'),
    file_offset: '0',
  };
  const put = await ask(
    connection,
    `${graphUrl(connection)}/${session}`,
    { method: 'POST', headers, body: new Uint8Array(await sample.read()) },
    UPLOAD_TIMEOUT_MS,
  );
  if (put.arrived !== true) return unavailable(put.detail);
  const handle = text((await bodyOf(put.response)).h, 16_384);
  return handle ?? unavailable(`WhatsApp answered ${put.response.status}.`);
}
