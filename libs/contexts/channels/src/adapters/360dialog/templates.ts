import type { ListedTemplate } from '@parley/contracts/events';
import type { TemplatesListed } from '@parley/contracts/channels/templates';
import type { Connection, TemplateApi } from '../adapter';
import { bodyOf } from '../http';
import { list, number, record } from '../json';
import { readTemplate } from '../whatsapp-cloud/template-components';
import { bodyToSubmit, refusalOf, removed, taken, unavailable } from '../whatsapp-cloud/templates';
import { ask, dialogUrl, headersOf } from './dialog-api';

const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 60;

/** Templates through 360dialog: Meta's components under 360dialog's own address, listed page by page by offset. */
export const dialogTemplates: TemplateApi = {
  async list(connection): Promise<TemplatesListed> {
    const found: ListedTemplate[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) });
      const url = `${templatesUrl(connection)}?${query.toString()}`;
      const answer = await ask(connection, url, { headers: headersOf(connection) }, TIMEOUT_MS);
      if (answer.arrived !== true) return unavailable(answer.detail);
      const body = await bodyOf(answer.response);
      if (!answer.response.ok) return refusalOf(answer.response, body);
      const listed = list(body.waba_templates);
      found.push(...listed.flatMap((each) => readTemplate(record(each)) ?? []));
      if (listed.length < PAGE_SIZE || (number(body.total) ?? 0) <= (page + 1) * PAGE_SIZE) break;
    }
    return { outcome: 'listed', templates: found };
  },

  async submit(template, connection, sample) {
    if (template.externalId) {
      return { outcome: 'refused', code: 'template_edit_unsupported', detail: null };
    }
    const { name, language } = template;
    // 360dialog downloads the sample file itself, so a link suffices.
    const body = { name, language, ...bodyToSubmit(template, sample && (await sample.link())) };
    const headers = { ...headersOf(connection), 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return taken(await ask(connection, templatesUrl(connection), request, TIMEOUT_MS));
  },

  /** Deletes the template by its name, in all its languages. */
  async remove({ name }, connection) {
    const url = `${templatesUrl(connection)}/${encodeURIComponent(name)}`;
    const request = { method: 'DELETE', headers: headersOf(connection) };
    return removed(await ask(connection, url, request, TIMEOUT_MS));
  },
};

function templatesUrl(connection: Connection): string {
  return dialogUrl(connection, 'v1/configs/templates');
}
